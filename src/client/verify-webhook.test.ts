import { expect, test } from 'vitest'
import { signatureOf } from '../notifying/signature.ts'
import { isFromQuiver } from './verify-webhook.ts'

const secret = 'whsec_example'
const nowMs = 1_700_000_000_000
const signed = (body: string, seconds = nowMs / 1000) => ({
  timestamp: String(seconds),
  signature: signatureOf(secret, seconds, body),
  body,
})

test('a request is taken as it was signed, whatever is written in it', async () => {
  expect(await isFromQuiver(secret, signed('[{"a":"ü 𝄞"}]'), nowMs)).toBe(true)
  // Made with another tool: printf '1700000000.[]' | openssl dgst -sha256 -hmac whsec_example
  const signature = 'v1=ebcf7f145cf2b4565872ac89099d48119a1e88bf5f3165c123a81ada1eb0c488'
  expect(await isFromQuiver(secret, { timestamp: '1700000000', signature, body: '[]' }, nowMs)).toBe(true)
})

test('nothing else is: another secret, body, time or form, or a copy that was kept', async () => {
  const good = signed('[]')
  const odd = [
    { ...good, body: '[ ]' },
    { ...good, timestamp: '1700000001' },
    { ...good, signature: good.signature.toUpperCase() },
    { ...good, signature: good.signature.slice(3) },
    { ...good, signature: `${good.signature.slice(0, -1)}${good.signature.endsWith('0') ? '1' : '0'}` },
    { ...good, signature: 'v1=' },
    { ...good, timestamp: '' },
    { ...good, timestamp: '1.7e9' },
    signed('[]', nowMs / 1000 - 301),
    signed('[]', nowMs / 1000 + 301),
  ]
  for (const request of odd) expect(await isFromQuiver(secret, request, nowMs)).toBe(false)
  expect(await isFromQuiver('whsec_other', good, nowMs)).toBe(false)
})
