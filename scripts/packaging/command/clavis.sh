#!/bin/sh
# Runs the command line of the installed app that this file belongs to. To have it on your PATH, link to it.
set -eu
resources=$(dirname "$(dirname "$(readlink -f "$0")")")
if [ "$(uname -s)" = Darwin ]; then exec "$resources/../MacOS/Clavis" -- --cli "$@"; fi
# No page is shown, so Chromium needs no display and nothing to put in a sandbox, which it refuses for root. What follows the
# two dashes is not for Chromium.
exec "$resources/../clavis-app" --ozone-platform=headless --disable-gpu --no-sandbox -- --cli "$@"
