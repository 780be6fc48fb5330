// The API tour with the standard library of Go.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
)

type object = map[string]any

type answer struct {
	Success    bool            `json:"success"`
	Data       json.RawMessage `json:"data"`
	ErrorCode  *string         `json:"error_code"`
	NumRecords int             `json:"num_records"`
}

type record struct {
	ID           int `json:"id"`
	CustomFields map[string]struct {
		Value any `json:"value"`
	} `json:"custom_fields"`
}

func call(method, path string, body object, idempotencyKey string) answer {
	var content bytes.Buffer
	if body != nil {
		check(json.NewEncoder(&content).Encode(body))
	}
	request, err := http.NewRequest(method, os.Getenv("API")+"/"+path, &content)
	check(err)
	request.Header.Set("Authorization", "Basic "+os.Getenv("QUIVER_API_KEY"))
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", idempotencyKey)
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	var read answer
	check(json.NewDecoder(response.Body).Decode(&read))
	return read
}

func recordOf(given answer) (read record) {
	check(json.Unmarshal(given.Data, &read))
	return read
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	list := recordOf(call("POST", "mailing_lists", object{"mailing_list": object{"name": "Go"}}, "")).ID
	people := fmt.Sprintf("mailing_lists/%d/subscribers", list)
	fields := fmt.Sprintf("mailing_lists/%d/custom_fields", list)
	call("POST", fields, object{"custom_field": object{"name": "City", "field_type": "text"}}, "")
	ann := people + "/" + url.PathEscape("ann@example.com") + "?create=true"
	in := func(city string) object {
		return object{"subscriber": object{"custom_fields": object{"City": city}}}
	}
	added := recordOf(call("PUT", ann, in("Ulm"), ""))
	updated := recordOf(call("PUT", ann, in("Źary"), ""))
	found := call("GET", people+"?email="+url.QueryEscape("ann@example.com"), nil, "")
	var records []record
	check(json.Unmarshal(found.Data, &records))
	refused := call("POST", people, object{"subscriber": object{"email": "nobody"}}, "")
	var batch struct {
		Counts object `json:"counts"`
	}
	both := []object{{"email": "ann@example.com"}, {"email": "bob@example.com"}}
	check(json.Unmarshal(call("POST", people+"/batch", object{"subscribers": both}, "").Data, &batch))
	message := object{"message": object{"to": "ann@example.com", "from_email": "shop@example.com", "subject": "Welcome", "text": "Hello"}}
	first := recordOf(call("POST", "messages", message, "go"))
	second := recordOf(call("POST", "messages", message, "go"))
	var webhook struct {
		Secret string `json:"secret"`
	}
	receiver := object{"name": "Go", "url": "https://receiver.example.com/", "event_types": []string{"studio_unsub"}}
	check(json.Unmarshal(call("POST", "webhooks", object{"webhook": receiver}, "").Data, &webhook))
	check(json.NewEncoder(os.Stdout).Encode(object{
		"same":    added.ID == updated.ID,
		"city":    records[0].CustomFields["City"].Value,
		"found":   found.NumRecords,
		"refused": *refused.ErrorCode,
		"batch":   batch.Counts,
		"secret":  webhook.Secret[:6],
		"once":    first.ID == second.ID,
	}))
}
