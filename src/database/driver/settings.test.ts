import { expect, test } from 'vitest'
import { localSettings, settingsOf } from './settings.ts'

const least = { max: 1, applicationName: 'test', statementTimeoutMs: 1_000 }

test('a client manages subscribers by itself, and sends from any domain, only if it says so', () => {
  expect(settingsOf(least)).toMatchObject({
    'quiver.auto_subscriber_management': 'off',
    'quiver.sender_domains': 'owned',
  })
  expect(settingsOf({ ...least, autoSubscriberManagement: true, senderDomains: 'open' })).toMatchObject({
    'quiver.auto_subscriber_management': 'on',
    'quiver.sender_domains': 'open',
  })
  expect(settingsOf({ ...least, autoSubscriberManagement: false })).toMatchObject({
    'quiver.auto_subscriber_management': 'off',
  })
})

test('a client has a role only if it names one', () => {
  expect(settingsOf(least)).not.toHaveProperty('role')
  expect(settingsOf({ ...least, role: 'quiver' })).toMatchObject({
    role: 'quiver',
    statement_timeout: '1000',
  })
})

test('no value of a setting ends its text', () => {
  expect(localSettings({ one: "a'; drop table x; --", two: '1' })).toBe(
    "set local one = 'a''; drop table x; --'; set local two = '1'",
  )
})
