# The API tour with the standard library of Python.
import json
import os
import urllib.error
import urllib.request

API = os.environ["API"]
KEY = os.environ["QUIVER_API_KEY"]


def call(method, path, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{API}/{path}", data=data, method=method)
    request.add_header("Authorization", f"Basic {KEY}")
    if data is not None:
        request.add_header("Content-Type", "application/json")
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


list_id = call("POST", "mailing_lists", {"mailing_list": {"name": "Python"}})["data"]["id"]
people = f"mailing_lists/{list_id}/subscribers"
call("POST", f"mailing_lists/{list_id}/custom_fields", {"custom_field": {"name": "City", "field_type": "text"}})
added = call("PUT", f"{people}/ann%40example.com?create=true", {"subscriber": {"custom_fields": {"City": "Ulm"}}})
updated = call("PUT", f"{people}/ann%40example.com?create=true", {"subscriber": {"custom_fields": {"City": "Źary"}}})
found = call("GET", f"{people}?email=ann%40example.com")
refused = call("POST", people, {"subscriber": {"email": "nobody"}})
batch = call("POST", f"{people}/batch", {"subscribers": [{"email": "ann@example.com"}, {"email": "bob@example.com"}]})
message = {"to": "ann@example.com", "from_email": "shop@example.com", "subject": "Welcome", "text": "Hello"}
sent = [call("POST", "messages", {"message": message}, {"Idempotency-Key": "python"}) for _ in range(2)]
webhook = call("POST", "webhooks", {"webhook": {"name": "Python", "url": "https://receiver.example.com/", "event_types": ["studio_unsub"]}})
print(json.dumps({
    "same": added["data"]["id"] == updated["data"]["id"],
    "city": found["data"][0]["custom_fields"]["City"]["value"],
    "found": found["num_records"],
    "refused": refused["error_code"],
    "batch": batch["data"]["counts"],
    "secret": webhook["data"]["secret"][:6],
    "once": sent[0]["data"]["id"] == sent[1]["data"]["id"],
}))
