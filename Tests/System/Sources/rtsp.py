"""A camera that streams a picture by RTSP, with GStreamer's server: rtsp.py PORT PICTURE [USER PASSWORD]."""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

Gst.init(None)
SERVER = GstRtspServer.RTSPServer()
SERVER.set_address("127.0.0.1")
SERVER.set_service(sys.argv[1])
FACTORY = GstRtspServer.RTSPMediaFactory()
FACTORY.set_launch(
    f"( filesrc location={sys.argv[2]} ! pngdec ! imagefreeze is-live=true ! videoconvert ! videoscale method=nearest-neighbour "
    "! video/x-raw,width=640,height=640,framerate=25/1,format=I420 ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=25 "
    "! rtph264pay name=pay0 pt=96 )")
FACTORY.set_shared(True)
if len(sys.argv) > 4:
    # Whoever has the token's role may see and build the stream.
    login = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "user")
    login.add_basic(GstRtspServer.RTSPAuth.make_basic(sys.argv[3], sys.argv[4]), token)
    SERVER.set_auth(login)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role("user", "media.factory.access", True)
    permissions.add_permission_for_role("user", "media.factory.construct", True)
    FACTORY.set_permissions(permissions)
SERVER.get_mount_points().add_factory("/camera", FACTORY)
SERVER.attach(None)
GLib.MainLoop().run()
