import type { Area } from '../promise.ts'

export const tenants: Area = {
  name: 'Tenants, rights, keys, sessions',
  promises: [
    {
      id: 'T1',
      promise: "Another organization's id gets the answer of an id that does not exist, on every route.",
      readme: 'Tenants are isolated twice.',
      tests: [
        'test/api/every-endpoint/tenant-walls.test.ts',
        'test/api/every-endpoint/same-time.nightly.test.ts',
        'test/api/imports/tenants.test.ts',
      ],
    },
    {
      id: 'T2',
      promise: 'If a statement forgets its organization, row-level security still hides the rows of others.',
      tests: ['src/database/tenancy.test.ts', 'test/api/every-endpoint/tenant-walls.test.ts'],
    },
    {
      id: 'T3',
      promise: 'Each endpoint is open to the callers in one table and closed to all others.',
      tests: [
        'test/api/every-endpoint/role-matrix.test.ts',
        'test/api/users/permission-effects.test.ts',
        'test/api/users/roles.test.ts',
      ],
    },
    {
      id: 'T4',
      promise: 'Connections are shared by organizations and never show one the rows of another.',
      tests: ['src/database/driver/scope.test.ts', 'src/database/pooling/pgbouncer.nightly.test.ts'],
    },
    {
      id: 'T5',
      promise: 'Large or slow work of one organization does not keep another waiting.',
      readme: 'Organizations share fairly.',
      tests: [
        'test/importing/fair-share.test.ts',
        'test/sending/lane-shares.test.ts',
        'test/sending/fair-share.nightly.test.ts',
        'test/api/route/shares.test.ts',
      ],
    },
    {
      id: 'A1',
      promise: 'Neither the database nor a log contains a key, a password, a token or a code in clear.',
      tests: ['test/api/api-keys/secrets.test.ts', 'test/api/server/clear-secrets.test.ts'],
    },
    {
      id: 'A2',
      promise:
        'The duration of a refusal does not show what is wrong with a credential, and bad ones hold up no good ones.',
      tests: [
        'test/api/users/refusals.nightly.test.ts',
        'test/api/route/auth.test.ts',
        'test/api/server/beside-strangers.nightly.test.ts',
      ],
      gap: 'The strangers share two cores with the server: the test bounds the median of good calls, not the slowest of a hundred.',
    },
    {
      id: 'A3',
      promise: 'A key or a user that is deactivated is refused at once, by every server.',
      tests: [
        'test/api/api-keys/life.test.ts',
        'test/api/users/sessions.test.ts',
        'test/api/imports/events.test.ts',
      ],
      gap: 'Two servers in one process share the database; no test does it on two machines.',
    },
    {
      id: 'A4',
      promise: 'Guessing opens no account, shows no account, locks out no owner and holds up no API.',
      tests: [
        'test/api/users/log-in-throttle.test.ts',
        'test/api/users/log-in.nightly.test.ts',
        'test/api/server/beside-strangers.nightly.test.ts',
      ],
      gap: 'As for A2: the median of good calls beside the guesses has a bound, the slowest of a hundred has none.',
    },
    {
      id: 'A5',
      promise: 'A session begins with a new cookie, ends on the server, and has limits of idleness and age.',
      tests: ['test/api/users/sessions.test.ts', 'test/api/route/session-auth.test.ts'],
    },
    {
      id: 'A6',
      promise: 'Each audited change leaves one event in its transaction; the server cannot rewrite the log.',
      readme: 'Changes leave a trace.',
      tests: [
        'test/api/every-endpoint/audit-walk.test.ts',
        'src/database/tenancy.test.ts',
        'test/api/api-keys/audit.test.ts',
      ],
    },
    {
      id: 'A7',
      promise: 'However an address is written, its mailbox gets at most five mails with links in a day.',
      tests: ['test/api/users/addresses.test.ts'],
    },
    {
      id: 'A8',
      promise:
        'To an assistant nothing exists beyond the rights of its key; it changes nothing but by a plan, and sends nothing that needs a second person.',
      tests: [
        'test/api/mcp/tools.test.ts',
        'test/api/mcp/session.test.ts',
        'test/api/mcp/refused-session.test.ts',
        'test/api/mcp/protocol.test.ts',
      ],
    },
    {
      id: 'A9',
      promise:
        'SCIM reaches the users of its own organization at domains that it has proven; a leaver loses sessions, programs and keys at once, and the last administrator stays.',
      tests: [
        'test/api/scim/users.test.ts',
        'test/api/scim/groups.test.ts',
        'test/api/scim/walls.test.ts',
        'test/api/scim/patch.test.ts',
        'test/api/scim/lists.test.ts',
      ],
      gap: 'The requests are those that Entra ID and Okta document; no test speaks with their servers.',
    },
    {
      id: 'A10',
      promise:
        'A program is let in by a person in the console alone, by a code that works once and for its own address and secret; its tokens open /mcp and nothing else.',
      tests: ['test/api/mcp/oauth.test.ts', 'test/api/mcp/documents.test.ts'],
    },
    {
      id: 'A11',
      promise:
        'A right opens what the table of rights says and nothing else; a caller of some mailing lists meets no other one in any answer, change, stream of events or webhook.',
      tests: [
        'test/api/every-endpoint/rights.test.ts',
        'test/api/every-endpoint/list-walls.test.ts',
        'test/api/every-endpoint/list-mentions.test.ts',
        'test/api/every-endpoint/list-events.test.ts',
      ],
      gap: 'Conditions keep the ids of other lists, so that who saves them again does not change them.',
    },
  ],
}
