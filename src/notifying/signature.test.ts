import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newWebhookSecret } from '../secrets/ring.ts'
import { signatureHeaders } from './signature.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('the standardwebhooks library', () => {
  test('accepts a request as it was signed, whatever its body contains', () => {
    const secret = newWebhookSecret()
    const body = JSON.stringify([{ event_type: 'studio_open', list_name: 'ü 𝄞 \u0000' }])
    const headers = signatureHeaders(secret, { id: 'a-1', timestamp: nowSeconds(), body })
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  })

  test('refuses another secret, body, id or time', () => {
    const secret = newWebhookSecret()
    const timestamp = nowSeconds()
    const headers = signatureHeaders(secret, { id: 'a-1', timestamp, body: '[]' })
    const receiver = new Webhook(secret)
    expect(() => new Webhook(newWebhookSecret()).verify('[]', headers)).toThrow('No matching signature')
    expect(() => receiver.verify('[ ]', headers)).toThrow('No matching signature')
    expect(() => receiver.verify('[]', { ...headers, 'webhook-id': 'a-2' })).toThrow('No matching signature')
    const moved = { ...headers, 'webhook-timestamp': String(timestamp + 1) }
    expect(() => receiver.verify('[]', moved)).toThrow('No matching signature')
    const old = signatureHeaders(secret, { id: 'a-1', timestamp: timestamp - 301, body: '[]' })
    expect(() => receiver.verify('[]', old)).toThrow('too old')
  })
})

test('the signature is the one that another tool computes', () => {
  // printf 'a-1.1700000000.[]' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f -binary | base64
  const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`
  const headers = signatureHeaders(secret, { id: 'a-1', timestamp: 1_700_000_000, body: '[]' })
  expect(headers['webhook-signature']).toBe('v1,69k2fgIeT/FoLlQudS2H0nV7tgszBwWL/7dAFW5JPwA=')
})

test('secrets have 256 bits, in the form that libraries read', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newWebhookSecret()).not.toBe(newWebhookSecret())
})
