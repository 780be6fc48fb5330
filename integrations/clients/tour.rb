# The API tour with the standard library of Ruby.
require 'json'
require 'net/http'

def call(method, path, body = nil, headers = {})
  uri = URI("#{ENV.fetch('API')}/#{path}")
  request = Net::HTTP.const_get(method).new(uri)
  request['Authorization'] = "Basic #{ENV.fetch('QUIVER_API_KEY')}"
  headers.each { |name, value| request[name] = value }
  unless body.nil?
    request['Content-Type'] = 'application/json'
    request.body = JSON.generate(body)
  end
  JSON.parse(Net::HTTP.start(uri.host, uri.port) { |http| http.request(request) }.body)
end

list = call('Post', 'mailing_lists', { mailing_list: { name: 'Ruby' } })['data']['id']
people = "mailing_lists/#{list}/subscribers"
call('Post', "mailing_lists/#{list}/custom_fields", { custom_field: { name: 'City', field_type: 'text' } })
ann = "#{people}/#{URI.encode_www_form_component('ann@example.com')}?create=true"
added = call('Put', ann, { subscriber: { custom_fields: { City: 'Ulm' } } })
updated = call('Put', ann, { subscriber: { custom_fields: { City: 'Źary' } } })
found = call('Get', "#{people}?email=ann%40example.com")
refused = call('Post', people, { subscriber: { email: 'nobody' } })
batch = call('Post', "#{people}/batch", { subscribers: [{ email: 'ann@example.com' }, { email: 'bob@example.com' }] })
message = { to: 'ann@example.com', from_email: 'shop@example.com', subject: 'Welcome', text: 'Hello' }
sent = Array.new(2) { call('Post', 'messages', { message: message }, { 'Idempotency-Key' => 'ruby' }) }
webhook = { name: 'Ruby', url: 'https://receiver.example.com/', event_types: ['studio_unsub'] }
made = call('Post', 'webhooks', { webhook: webhook })
puts JSON.generate(
  same: added['data']['id'] == updated['data']['id'],
  city: found['data'][0]['custom_fields']['City']['value'],
  found: found['num_records'],
  refused: refused['error_code'],
  batch: batch['data']['counts'],
  secret: made['data']['secret'][0, 6],
  once: sent[0]['data']['id'] == sent[1]['data']['id']
)
