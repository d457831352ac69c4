print("quietzone")
