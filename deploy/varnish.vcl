vcl 4.1;

# Lets Varnish keep the media of public videos until the application purges it. Needs the package varnish-modules. Set
# MEDIA_CACHE_PURGE=varnish, MEDIA_CACHE_PURGE_URL=http://127.0.0.1:6081/ and MEDIA_CACHE_PURGE_TOKEN in the application, and
# pass only requests for /media/ to Varnish. Adapt the backend, the addresses of the application and the token.

import std;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

# Processes of the application
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # The token is needed too: requests that nginx passes on also come from this machine.
    if (client.ip !~ purgers || req.http.Authorization != "Bearer change-this-token") {
      return (synth(403, "Forbidden"));
    }
    if (!req.http.Surrogate-Key) {
      return (synth(400, "No tags"));
    }
    set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
    return (synth(200, "Purged " + req.http.X-Purged + " responses"));
  }
  # Broadcasts, and everything that is not media
  if (req.url !~ "^/media/" || req.url ~ "^/media/[^/]+/live/" || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  # Other query strings would only create copies of the same file.
  if (req.url !~ "^/media/[^/]+/thumbnail\?") {
    set req.url = regsub(req.url, "\?.*$", "");
  }
  # A member may get what everyone may get. The cookie is still passed on: the application marks other media as private.
  return (hash);
}

sub vcl_backend_response {
  # Nothing is served after it has expired.
  set beresp.grace = 0s;
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "public" || beresp.status >= 400) {
    # Hit-for-miss: later requests are passed to the application in parallel instead of waiting for each other.
    set beresp.uncacheable = true;
    set beresp.ttl = 60s;
    return (deliver);
  }
  if (beresp.http.Surrogate-Control ~ "max-age=[0-9]+" && beresp.http.Surrogate-Key) {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  }
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  # Browsers would subtract the age from their own lifetime of the response.
  unset resp.http.Age;
}
