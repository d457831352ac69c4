"""A desktop's portal for screenshots, as org.freedesktop.portal.Screenshot describes it: portal.py PICTURE COPY ANSWER.

It answers with ANSWER (0, or 1 as if the user had refused) and the address of COPY, a copy of PICTURE.
"""
import shutil
import sys
import urllib.parse

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
BUS = dbus.SessionBus()


class Request(dbus.service.Object):
    @dbus.service.signal("org.freedesktop.portal.Request", signature="ua{sv}")
    def Response(self, response, results):
        pass


class Portal(dbus.service.Object):
    @dbus.service.method("org.freedesktop.portal.Screenshot", in_signature="sa{sv}", out_signature="o", sender_keyword="sender")
    def Screenshot(self, parent, options, sender=None):
        picture, copy, answer = sys.argv[1:4]
        shutil.copy(picture, copy)
        path = f"/org/freedesktop/portal/desktop/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        request = Request(BUS, path)
        results = {"uri": "file://" + urllib.parse.quote(copy)} if answer == "0" else {}
        GLib.timeout_add(200, lambda: request.Response(dbus.UInt32(int(answer)), dbus.Dictionary(results, signature="sv")))
        return dbus.ObjectPath(path)


NAME = dbus.service.BusName("org.freedesktop.portal.Desktop", BUS)
PORTAL = Portal(NAME, "/org/freedesktop/portal/desktop")
GLib.MainLoop().run()
