<?php
// The API tour with PHP's curl.

function call(string $method, string $path, ?array $body = null, array $headers = []): array
{
    $handle = curl_init(getenv('API') . '/' . $path);
    $headers[] = 'Authorization: Basic ' . getenv('QUIVER_API_KEY');
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($handle, CURLOPT_POSTFIELDS, json_encode($body));
    }
    curl_setopt_array($handle, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_ENCODING => '',
    ]);
    $answer = curl_exec($handle);
    if ($answer === false) {
        throw new RuntimeException(curl_error($handle));
    }
    return json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
}

$list = call('POST', 'mailing_lists', ['mailing_list' => ['name' => 'PHP']])['data']['id'];
$people = "mailing_lists/$list/subscribers";
call('POST', "mailing_lists/$list/custom_fields", ['custom_field' => ['name' => 'City', 'field_type' => 'text']]);
$ann = "$people/" . rawurlencode('ann@example.com') . '?create=true';
$added = call('PUT', $ann, ['subscriber' => ['custom_fields' => ['City' => 'Ulm']]]);
$updated = call('PUT', $ann, ['subscriber' => ['custom_fields' => ['City' => 'Źary']]]);
$found = call('GET', "$people?email=" . rawurlencode('ann@example.com'));
$refused = call('POST', $people, ['subscriber' => ['email' => 'nobody']]);
$batch = call('POST', "$people/batch", ['subscribers' => [['email' => 'ann@example.com'], ['email' => 'bob@example.com']]]);
$message = ['to' => 'ann@example.com', 'from_email' => 'shop@example.com', 'subject' => 'Welcome', 'text' => 'Hello'];
$first = call('POST', 'messages', ['message' => $message], ['Idempotency-Key: php']);
$second = call('POST', 'messages', ['message' => $message], ['Idempotency-Key: php']);
$webhook = ['name' => 'PHP', 'url' => 'https://receiver.example.com/', 'event_types' => ['studio_unsub']];
$made = call('POST', 'webhooks', ['webhook' => $webhook]);
echo json_encode([
    'same' => $added['data']['id'] === $updated['data']['id'],
    'city' => $found['data'][0]['custom_fields']['City']['value'],
    'found' => $found['num_records'],
    'refused' => $refused['error_code'],
    'batch' => $batch['data']['counts'],
    'secret' => substr($made['data']['secret'], 0, 6),
    'once' => $first['data']['id'] === $second['data']['id'],
]), "\n";
