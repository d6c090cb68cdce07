#!/bin/sh
# The command line of Clavis.
exec /opt/Clavis/resources/cli/clavis "$@"
