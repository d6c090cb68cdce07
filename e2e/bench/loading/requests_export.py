# What a user would write instead of `clavis list --out`: a token, then page after page into a file, with retries.
# Arguments: the list's base address, the file.
import json
import os
import sys

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

base, path = sys.argv[1:]
session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=Retry(total=4, backoff_factor=1, status_forcelist=[429, 502, 503, 504])))

answer = session.post(base + "/token", data={"grant_type": "client_credentials"}, auth=("bench", "bench"), timeout=30)
answer.raise_for_status()
session.headers["Authorization"] = "Bearer " + answer.json()["access_token"]

cursor = None
with open(path + ".partial", "w", encoding="utf-8") as file:
    while True:
        answer = session.get(base + "/reports", headers={"next": cursor} if cursor else None, timeout=30)
        answer.raise_for_status()
        page = answer.json()
        for record in page["reports"]:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
        cursor = page["next"]
        if page["lastPage"] == "true":
            break
    file.flush()
    os.fsync(file.fileno())
os.rename(path + ".partial", path)
