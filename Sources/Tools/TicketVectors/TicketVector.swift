import struct Foundation.Data

/// Tickets with their keys as specifications and other projects publish them: for tests and fuzzing.
package struct TicketVector: Sendable {
    package let source: String
    package let content: [UInt8]
    /// The file with its key: its name and its text.
    package let keys: (name: String, text: String)
    /// A time at which it holds, in seconds since 1970.
    package let seconds: Int64

    private init(_ source: String, _ content: String, _ keys: (name: String, text: String), at seconds: Int64) {
        (self.source, self.content, self.keys, self.seconds) = (source, Array(content.utf8), keys, seconds)
    }

    private init(_ source: String, _ content: [UInt8], _ keys: (name: String, text: String), at seconds: Int64) {
        (self.source, self.content, self.keys, self.seconds) = (source, content, keys, seconds)
    }

    package static let all = [
        austrianVaccination, swissVaccination, smartHealthCard, germanRailTicket, signedByRSA, signedByECDSA,
        signedByEd25519,
    ]

    /// ES256, the key named in the signed header.
    package static let austrianVaccination = TicketVector(
        "eu-digital-green-certificates/dgc-testdata, AT/2DCode/raw/1.json",
        #"HC1:NCFOXN%TS3DH3ZSUZK+.V0ETD%65NL-AH-R6IOOK.IR9B+9G4G50PHZF0AT4V22F/8X*G3M9JUPY0BX/KR96R/S09T./0LWT"#
            + #"KD33236J3TA3M*4VV2 73-E3GG396B-43O058YIB73A*G3W19UEBY5:PI0EGSP4*2DN43U*0CEBQ/GXQFY73CIBC:G 7376BXBJB"#
            + #"AJ UNFMJCRN0H3PQN*E33H3OA70M3FMJIJN523.K5QZ4A+2XEN QT QTHC31M3+E32R44$28A9H0D3ZCL4JMYAZ+S-A5$XKX6T2Y"#
            + #"C 35H/ITX8GL2-LH/CJTK96L6SR9MU9RFGJA6Q3QR$P2OIC0JVLA8J3ET3:H3A+2+33U SAAUOT3TPTO4UBZIC0JKQTL*QDKBO.A"#
            + #"I9BVYTOCFOPS4IJCOT0$89NT2V457U8+9W2KQ-7LF9-DF07U$B97JJ1D7WKP/HLIJL8JF8JFHJP7NVDEBU1J*Z222E.GJ457661C"#
            + #"FFTWM-8P2IUE7K*SSW613:9/:TT5IYQBTBU16R4I1A/9VRPJ-TS.7ZEM7MSVOCD4RG2L-TQJROXL2J:52J7F0Q10SMAP3CG3KHF0"#
            + #"DWIH"#,
        (
            "at.json",
            #"{"certificates":[{"kid":"2Rk3X8HntrI=","rawData":"MIIBvTCCAWOgAwIBAgIKAXk8i88OleLsuTAKBggqhkjOPQQDAj"#
                + #"A2MRYwFAYDVQQDDA1BVCBER0MgQ1NDQSAxMQswCQYDVQQGEwJBVDEPMA0GA1UECgwGQk1TR1BLMB4XDTIxMDUwNTEyNDEwNloXDT"#
                + #"IzMDUwNTEyNDEwNlowPTERMA8GA1UEAwwIQVQgRFNDIDExCzAJBgNVBAYTAkFUMQ8wDQYDVQQKDAZCTVNHUEsxCjAIBgNVBAUTAT"#
                + #"EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASt1Vz1rRuW1HqObUE9MDe7RzIk1gq4XW5GTyHuHTj5cFEn2Rge37+hINfCZZcozp"#
                + #"wQKdyaporPUP1TE7UWl0F3o1IwUDAOBgNVHQ8BAf8EBAMCB4AwHQYDVR0OBBYEFO49y1ISb6cvXshLcp8UUp9VoGLQMB8GA1UdIw"#
                + #"QYMBaAFP7JKEOflGEvef2iMdtopsetwGGeMAoGCCqGSM49BAMCA0gAMEUCIQDG2opotWG8tJXN84ZZqT6wUBz9KF8D+z9NukYvnU"#
                + #"EQ3QIgdBLFSTSiDt0UJaDF6St2bkUQuVHW6fQbONd731/M4nc="}]}"#
        ), at: 1620324000)

    /// PS256; its key as the Netherlands list keys.
    package static let swissVaccination = TicketVector(
        "eu-digital-green-certificates/dgc-testdata, CH/2DCode/raw/1.json",
        #"HC1:NCFK60DG0/3WUWGSLKH47GO0Y%5S.PK%96L79CK-500XK0JCV496F3PYJ-982F3:OR2B8Y50.FK6ZK7:EDOLOPCO8F6%E3.D"#
            + #"A%EOPC1G72A6YM86G7/F6/G80X6H%6946746T%6C46/96SF60R6FN8UPC0JCZ69FVCPD0LVC6JD846Y96C463W5307+EDG8F3I80"#
            + #"/D6$CBECSUER:C2$NS346$C2%E9VC- CSUE145GB8JA5B$D% D3IA4W5646646-96:96.JCP9EJY8L/5M/5546.96SF63KC.SC4K"#
            + #"CD3DX47B46IL6646H*6Z/ER2DD46JH8946JPCT3E5JDLA7$Q69464W51S6..DX%DZJC2/DYOA$$E5$C JC3/D9Z95LEZED1ECW.C"#
            + #"8WE2OA3ZAGY8MPCG/DU2DRB8MTA8+9$PC5$CUZC$$5Y$5FBB*10GBH A81QK UV-$SOGD1APAB4$5UV C-EWB4T*6H%QV/DAP9L7"#
            + #"J3Y4O/WVI5IW3672HO-HV16IW3JHV-FI%WJCPBI8QTE008I+FPR01MYFA6EBN2SR3H+4KH1M9RCIM2 VV15REG 516N93SS70RBU"#
            + #"CH-RJM2JMULZ6*/HBBW7W7:S2BU7T6PRTMF4ALUNEXH3P7 LE0YF0TGE461PBK9TD68HDIT4AIFD9NH14V%GBCONJOV$KN  C+3U"#
            + #"-IT$SE-A2V+9UO9WYRJ4HN+M/Z5W$QEDT/8C:88OQ4DXOBBIQ453863NPW0EJXG8$GH1T 38C*UI6T /FCDC%6VLNOA6W6BEYJJU"#
            + #"H2Z-SOJO1D7JMALD8 $1%5B.GH$7AQOHZ:K3BNO1"#,
        (
            "ch.json",
            #"{"eu_keys":{"Ll3NP03zOxY=":[{"subjectPk":"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtk/51stJXU48Rq"#
                + #"D2lh4IdsxFrjlJfmTCrLr3cQNEXkrEoI3OEV8NnotE1RjVmQrqLTT04oxpWlcbMolXtJBtu3rOiLNwQvyVEbj/xSc6KT84Tp7GBo"#
                + #"1P/kkunY+Vmab6HUCV/oGZYmsdiUP/OnTPX6Wy6delDhnrgHIDti73/TSsG7Zl1V6km7+KIkjAkVCEDkkUD7uffd4G+GBZ0B9F1K"#
                + #"OT0IcFQNvDm0zlROVoGFlmPS8DWlrLHuIdMbB281uiDjcN+kNUt7rUyyj6TFgX9WCgEB/5mQBMRaaXK1zeDTaNkmC2S7IWxhMQsM"#
                + #"BXJyAdbD9AnQOZc6XRjBauO7gz0wIDAQAB","keyUsage":["v"]}]}}"#
        ), at: 1624899837)

    /// The first example of the specification.
    package static let smartHealthCard = TicketVector(
        "SMART Health Cards Framework, example-00",
        #"shc:/56762909524320603460292437404460312229595326546034602925407728043360287028647167452228092861333"#
            + #"1456437653141590640220306450459085643550341424541364037063665417137241236380304375622046737407532323"#
            + #"9254334433260573601064129336112327424350369680027522965262077394465522927073422206255696458276375650"#
            + #"5595808556436105245554150617077536972207133703929067453001105531208106520433628402432534475506835200"#
            + #"0551231252552423053305664536234332155690621622133743620117770297071043429524128736872687630393374704"#
            + #"5612068682150586143280507602522505705375469505745507243645734107322772439520711336460616360536266072"#
            + #"3042334291261127775235306565269627572276924033175657153030725653272317229030474044250083737340670376"#
            + #"8337666261025584053126357590305350421251269557171385641584363685629423756563161050041582607343211376"#
            + #"1540721435629635574566160102134423228535261245969581011620932365026062763235827335043372358432375215"#
            + #"0284370402312506034777438222810534458350663692200292164103538286372351208256872637564702977300703423"#
            + #"9006544773229375273755374361110302052456612684045544173357510075923632724287638087339033900662524686"#
            + #"7380572432932446326720306384359073908241024081038235039646066712322565321120662526174365840685540214"#
            + #"4413934716721730367586037656075077152507077363628086736525765716170695609342526407643312071606469695"#
            + #"7245731774168626070077745523323530538305410640956661142733937432704776655523925652359240700316566557"#
            + #"1743075396760265439313550312132732573030974076656297760110144753470451222116429522210606568353123662"#
            + #"4246803656909202861386375715373375032115050002750616267240555736176727203624524396739075800323660054"#
            + #"0352572574264230958690327344174"#,
        (
            "issuer.jwks",
            #"{"keys":[{"kty":"EC","kid":"3Kfdg-XwP-7gXyywtUfUADwBumDOPKMQx-iELL11W9s","use":"sig","alg":"ES256",""#
                + #"crv":"P-256","x":"11XvRWy1I2S0EyJlyf_bWfw_TQ5CJJNLw78bHXNxcgw","y":"eZXwxvO1hvCY0KucrPfKo7yAyMT6Ajc3"#
                + #"N7OkAB6VYy8"}]}"#
        ), at: 1618000000)

    /// A sample of a carrier, with the key of the UIC's list.
    package static let germanRailTicket = TicketVector(
        "github.com/justusjonas74/uic-918-3 (tests), railpublickey.uic.org",
        Array(
            Data(
                base64Encoded:
                    #"I1VUMDExMDgwMDAwMDcwLAIUI5zlnNZayjP8xZwhQcUbqCXvG0ACFDUuljHIQF4mYiB4aMYxlZ9F0hzfAAAAADA0MDV4nAuN93B1"#
                    + #"dDEwNDAwNTY0sDDwtQgxMTB2dWRAAkbmBkZGBkamhgaGhgYuri6uofEhPo6RQE3GhoZBziFGBgaGxkBsAaSMgRwDS7fEjKLsxKKS"#
                    + #"VKCxRkB1lgYgUd/S4pLUotzEPAMDM7iosW9iBdBcsF6gK4wsXFJLS4qTM3IS81J0QzKTs1NLFLzyk0rALANDoHEgCARAtxiamgIp"#
                    + #"MxDHICC1qDg/TyM1T9PAGMg1NDABKTIBudvADCxgChIAatAD6jczMEeIGFgBKTOwQxFqjIEiFggRY7AaMzOYiKGRIUg90HCgY4zN"#
                    + #"3Q/vySnJTFcoy89VANugB7JYISmzGMw1BnND4918XCNAzjMzTlrCyHtIuqUv0EJLSZCJy5Jj1qPFbjyPDjqIMjewzTr0QWTWq2cv"#
                    + #"Tj25dejOnRMMDU1qDPwMJ1j8Ftxz5Q7NFW5vOXZ48bQ9NrtS1cwZDDOYHBxk8IUak2gbo9keBsbXLmtuTk5LefjAma+hZ8VfrwUq"#
                    + #"Dg1fF4VlHWxmEBAQOfaATZcBAAf2lfo="#) ?? Data()),
        (
            "uic.xml",
            #"<keys><key><issuerCode>1080</issuerCode><id>7</id><publicKey>MIIBtzCCASwGByqGSM44BAEwggEfAoGBAKsxIEi"#
                + #"JCZc06VVXLYGXeFd0BimYRSXau5N32f6KNjiwtSyQf3cN4IUCMKFATbDvL6x1ePIlF76BmfVQDlpFoNNdROl10sRuAcAO1hUyG/C"#
                + #"pAribj7QllmwC0zZGBKS1qy60lt3k5YZ6B7wS/1pWZE4NXYwGhUGW39/BXUJiBDINAhUA6NlAf4jxLoZspMAU8cwaQpMhaa8CgYE"#
                + #"AoecuCMxsMYx7PMQ7Mndly5W7KUc45GoQSyjWGd+SCqvCSUm/+lKRgTP4R4lV483JvBVoCiiDlZoAzUviMLbiPpO1LBm/iefw1rg"#
                + #"BNDEKsHhYKjEaJ4PYjUhtpECAi3alPfhhV5s9cTBp31WyOuoAyTBGH/m/zlKJzCANILwI0zsDgYQAAoGAQfue3cHIUKChPyZTbpH"#
                + #"0TJorOiSMAmKHw9o9Uix/6r0rhevupx1T0Isc40k67NNnLK60LF6nba+SPTlkk1GBTmkd2x9w1013z+c3eqkaHZq2dYNNRbbvm2d"#
                + #"3H3BNNeF7MjJPR0n8k2QNSU+SaoXUAaWUc8FyEuL+qouaP9qrSH0=</publicKey><keyForged/></key></keys>"#
        ), at: 1618000000)

    /// RS256.
    package static let signedByRSA = TicketVector(
        "RFC 7515, A.2",
        #"eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19"#
            + #"yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt"#
            + #"_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb"#
            + #"1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI"#
            + #"8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"#,
        (
            "a2.jwk",
            #"{"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPM"#
                + #"EzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5"#
                + #"rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-D"#
                + #"WNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}"#
        ), at: 1300819379)

    /// ES256.
    package static let signedByECDSA = TicketVector(
        "RFC 7515, A.3",
        #"eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19"#
            + #"yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU"#
            + #"1Q"#,
        (
            "a3.jwk",
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue6"#
                + #"59LNpXW6pCyStikYjKIWI5a0"}"#
        ), at: 1300819379)

    /// EdDSA, over a text that is not JSON.
    package static let signedByEd25519 = TicketVector(
        "RFC 8037, A.4",
        #"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6"#
            + #"dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"#,
        (
            "a4.jwk",
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
        ), at: 1300819379)
}
