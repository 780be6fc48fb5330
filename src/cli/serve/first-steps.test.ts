import { expect, test } from 'vitest'
import { firstSteps } from './first-steps.ts'

const started = {
  version: '1.2.3',
  url: 'http://127.0.0.1:8080',
  firstKey: { credential: 'MTphYmM=' } as { credential: string | null } | null,
  mailboxUrl: null,
  setUpUrl: null as string | null,
}

test('the first start shows the credential and lines to paste', () => {
  const text = firstSteps(started)
  expect(text).toContain('Quiver 1.2.3 is ready: http://127.0.0.1:8080/ga/api/v2')
  expect(text).toContain('\n  export QUIVER_API_KEY=MTphYmM=\n')
  expect(text.split('\n').filter((line) => line.startsWith('  curl '))).toHaveLength(2)
})

test('a later start shows no credential', () => {
  const text = firstSteps({ ...started, firstKey: null })
  expect(text).toContain('is ready')
  expect(text).not.toContain('curl')
})

test('where nothing leaves it says where messages can be read, at every start', () => {
  const mailboxUrl = 'http://127.0.0.1:8080/dev/mailbox?token=abc'
  expect(firstSteps({ ...started, mailboxUrl })).toContain(`Read it here:\n\n  ${mailboxUrl}\n`)
  expect(firstSteps({ ...started, firstKey: null, mailboxUrl })).toContain(
    `Read it here:\n\n  ${mailboxUrl}\n`,
  )
  expect(firstSteps(started)).not.toContain('mailbox')
})

test('with a key of the operator the first start shows how its credential is made, and not the key', () => {
  const text = firstSteps({ ...started, firstKey: { credential: null } })
  expect(text).toContain('base64("1:" + key)')
  expect(text).toContain(`export QUIVER_API_KEY=$(printf '1:%s' "$SYSTEM_API_KEY" | base64)\n`)
  expect(text.split('\n').filter((line) => line.startsWith('  curl '))).toHaveLength(2)
})

test('until a system administrator has an account every start shows the link that makes one', () => {
  const setUpUrl = 'http://127.0.0.1:8080/console/set-up#abc'
  for (const firstKey of [started.firstKey, null]) {
    expect(firstSteps({ ...started, firstKey, setUpUrl })).toContain(`\n  ${setUpUrl}\n`)
  }
  expect(firstSteps(started)).not.toContain('set-up')
  expect(firstSteps({ ...started, firstKey: null })).toContain('console: http://127.0.0.1:8080/console\n')
  expect(firstSteps(started)).not.toContain('\n\n\n')
})
