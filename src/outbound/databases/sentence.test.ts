import { expect, test } from 'vitest'
import { sentenceOf } from './sentence.ts'

const target = { host: 'db.example', username: 'u', databaseName: 'd', password: 'open sesame' }

test.each(['XX000', 'ER_UNKNOWN_ERROR', 'CERT_HAS_EXPIRED'])(
  'a server that repeats the password (%s) is quoted without it',
  (code) => {
    const echo = (text: string) => sentenceOf(Object.assign(new Error(text), { code }), target).message
    expect(echo('wrong: open sesame, open sesame')).toContain('wrong: …, …')
    // Not even a part of it, where a long text is cut.
    expect(echo(`${'x'.repeat(295)}open sesame`)).not.toContain('open')
  },
)

test.each([
  ['Connection terminated unexpectedly', 'The database closed the connection'],
  [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string',
    'check username and password',
  ],
])('what the driver finds itself is told: %s', (text, sentence) => {
  expect(sentenceOf(new Error(text), target).message).toContain(sentence)
})
