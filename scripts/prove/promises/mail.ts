import type { Area } from '../promise.ts'

export const mail: Area = {
  name: 'Money and mail',
  promises: [
    {
      id: 'M1',
      promise: 'The balance of credits is the sum of its ledger and never negative.',
      tests: ['test/api/accounting/credit-ledger.test.ts', 'test/sending/faults/stress.test.ts'],
    },
    {
      id: 'M2',
      promise: 'A call that is repeated with its Idempotency-Key counts once and gets the same answer.',
      readme: 'A repeated call counts once.',
      tests: ['test/api/route/idempotency.test.ts', 'test/api/route/idempotent-changes.test.ts'],
    },
    {
      id: 'S1',
      promise:
        'Each recipient of a campaign gets one message or is listed, however often the sender is killed.',
      readme: 'Every recipient gets one message, or is listed.',
      tests: [
        'test/sending/faults/sender-kills.test.ts',
        'test/sending/faults/sender-kills.nightly.test.ts',
        'test/sending/autoresponders/sequence-kills.test.ts',
        'test/sending/resend-uncertain.test.ts',
        'test/sending/faults/orphaned-batches.test.ts',
        'test/sending/faults/ranges-model.test.ts',
        'test/sending/faults/shared-campaigns.test.ts',
      ],
    },
    {
      id: 'S2',
      promise: 'A paused campaign stops at once and continues after the last recipient.',
      tests: ['test/sending/campaigns.test.ts', 'test/sending/faults/pause-campaign.nightly.test.ts'],
    },
    {
      id: 'S3',
      promise:
        'Messages, counters, credits and reports of a campaign agree with each other and with a model.',
      tests: [
        'test/sending/acceptance.test.ts',
        'test/sending/acceptance.nightly.test.ts',
        'src/store/accounting/messages-sent.test.ts',
        'test/sending/faults/stress.test.ts',
      ],
    },
    {
      id: 'S4',
      promise: 'No organization sends more messages or has more subscribers than it may.',
      readme: 'No organization sends more than it may.',
      tests: [
        'test/sending/quotas.test.ts',
        'test/importing/quota.test.ts',
        'test/api/subscribers/quota.test.ts',
        'test/api/accounting/credit-ledger.test.ts',
      ],
    },
    {
      id: 'S5',
      promise: 'No name, subject or custom header adds a header or a recipient to a message.',
      readme: 'No header injection.',
      tests: ['src/rendering/mime/hostile-message.test.ts', 'src/rendering/header-safety.test.ts'],
    },
    {
      id: 'S6',
      promise: 'No organization sends as a domain that another one has proven.',
      readme: "No organization sends as another's domain.",
      tests: ['test/sending/sender-domains.test.ts', 'src/upkeep/dns/sender-domains.test.ts'],
    },
    {
      id: 'S7',
      promise: 'Only a report that an address is dead ends a subscription at once, and a report counts once.',
      readme: 'A blocklist ends no subscriptions.',
      tests: [
        'src/contract/responses/severity.test.ts',
        'test/sending/early-reports.test.ts',
        'src/links/verp.test.ts',
      ],
    },
    {
      id: 'S8',
      promise:
        'A message that a mail server never answers holds up no others, and a kill leaves only it in doubt.',
      tests: ['test/sending/faults/hanging-messages.test.ts'],
    },
    {
      id: 'S9',
      promise: 'A message of a large campaign costs the database no more than one of a small campaign.',
      readme: 'A large campaign is as fast at its end as at its beginning.',
      tests: [
        'test/growth/sending.test.ts',
        'test/growth/sending.nightly.test.ts',
        'test/growth/autoresponders.nightly.test.ts',
        'test/growth/responses.nightly.test.ts',
      ],
    },
    {
      id: 'S10',
      promise:
        'Returned mail ends a subscription only if it says that the address is dead or that its reader complains.',
      tests: [
        'src/tracking/reports/corpus.test.ts',
        'src/tracking/reports/read.test.ts',
        'src/tracking/returned.test.ts',
      ],
    },
    {
      id: 'U1',
      promise: 'Each message can be unsubscribed from by one POST; looking at its links changes nothing.',
      readme: 'Unsubscribing takes one click, and only a click.',
      tests: ['src/rendering/message.test.ts', 'test/api/public/links.test.ts', 'src/links/token.test.ts'],
    },
    {
      id: 'U2',
      promise:
        'An import reactivates nobody unless it says so twice, and each such change is in the audit log.',
      readme: 'Nobody is resubscribed by accident.',
      tests: ['test/importing/rows/statuses.test.ts', 'test/importing/same-as-api.test.ts'],
    },
    {
      id: 'U3',
      promise: 'After an erasure nothing of the person is left in the database, the files and the log.',
      tests: [
        'test/api/subscribers/erasure.test.ts',
        'test/api/subscribers/erased-consents.test.ts',
        'test/api/subscribers/erasing/locks.test.ts',
        'test/api/subscribers/erasing/random-imports.test.ts',
        'src/contract/values/spelling/prints.test.ts',
        'test/api/lists/remote/erasure.test.ts',
      ],
      gap: 'Backups: an erased person is in backups until they are deleted; see docs/operating.md.',
    },
    {
      id: 'S11',
      promise: 'Times of a person are in the zone of their field, or else of their organization.',
      tests: ['src/store/sending-rules/zones.test.ts', 'test/sending/rules/time-zones.test.ts'],
    },
    {
      id: 'S12',
      promise:
        'A message to one person leaves once or is listed, by HTTP and by SMTP, however often answers get lost and the sender is killed.',
      tests: ['test/api/messages/kills.test.ts', 'test/api/messages/kills.nightly.test.ts'],
    },
  ],
}
