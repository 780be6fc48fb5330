import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { connect } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { ensureSystemOrganization, insertOrganization } from '../conditions/system-organization.ts'
import { findSenderProblems } from './sender-addresses.ts'

const addresses = {
  own: 'x@own.example',
  below: 'x@news.own.example',
  other: 'x@other.example',
  system: 'x@system.example',
  lapsed: 'x@lapsed.example',
  deleted: 'x@deleted.example',
  nobody: 'x@nobody.example',
}

/** The refused addresses, by `SENDER_DOMAINS`. */
const authors = {
  open: [],
  owned: ['other', 'system'],
  proven: ['other', 'system', 'lapsed', 'deleted', 'nobody'],
}

test.each(['open', 'owned', 'proven'] as const)(
  '%s decides which domains can send',
  async (senderDomains) => {
    const { sql, url } = await aDatabase()
    await ensureSystemOrganization(sql)
    const [own, other, deleted] = await Promise.all(
      ['A', 'B', 'C'].map((name) => insertOrganization(sql, name, 'UTC')),
    )
    await sql`update organizations set deleted_at = now() where id = ${deleted ?? 0}`
    await sql`
    insert into sender_domains (organization_id, domain, proven_at, proven_by)
    values (${own ?? 0}, 'own.example', now(), 'txt'), (${other ?? 0}, 'other.example', now(), 'dkim'),
      (1, 'system.example', now(), 'txt'), (${other ?? 0}, 'lapsed.example', null, 'txt'),
      (${deleted ?? 0}, 'deleted.example', now(), 'txt')`
    const database = connect(url, { max: 1, applicationName: 'test', role: applicationRole, senderDomains })
    onTestFinished(() => database.end())
    const refused = async (attribute: string) => {
      const found = await Promise.all(
        Object.entries(addresses).map(async ([name, address]) => {
          const change = { wanted: { [attribute]: address }, current: null }
          const problems = await findSenderProblems(database.within(own ?? 0), own ?? 0, change)
          return problems.length > 0 ? [name] : []
        }),
      )
      return found.flat()
    }
    expect(await refused('from_email')).toEqual(authors[senderDomains])
    expect(await refused('sender_email')).toEqual(authors[senderDomains])
    // An address for answers does not make a message look sent by its domain.
    expect(await refused('reply_to')).toEqual(senderDomains === 'open' ? [] : ['other', 'system'])
  },
)
