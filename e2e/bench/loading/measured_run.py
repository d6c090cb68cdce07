# Runs a program, and prints the processor time of all its threads in seconds and its peak memory in MiB (Linux). The
# program's own output is discarded.
import json
import resource
import subprocess
import sys

status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
unit = 2**20 if sys.platform == "darwin" else 2**10
print(json.dumps({"seconds": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss / unit}))
sys.exit(status)
