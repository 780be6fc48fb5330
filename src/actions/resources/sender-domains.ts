import { getDomain } from 'tldts'
import { invalid } from '../../contract/api/errors.ts'
import type { SenderDomainInput } from '../../contract/resources/sender-domains.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findProof } from '../../outbound/names/sender-proof.ts'
import type { LookUpTxt } from '../../outbound/txt-records.ts'
import { findResource } from '../../store/resources/rows.ts'
import {
  asciiDomain,
  findProofKeys,
  recordCheck,
  senderDomains,
  type SenderDomainRow,
} from '../../store/resources/sender-domains.ts'
import { limitAtOnce } from '../at-once.ts'
import { addResource, logResource, type ResourceActor } from './changes.ts'

export function addSenderDomain(
  sql: Scoped,
  actor: ResourceActor,
  fields: () => SenderDomainInput,
): Promise<SenderDomainRow> {
  return addResource(sql, actor, senderDomains, () => {
    const input = fields()
    // github.io and co.uk belong to everyone with a name below them.
    if (getDomain(asciiDomain(input.domain), { allowPrivateDomains: true }) === null) {
      throw invalid('domain is a public suffix: use the domain below it that is yours, such as example.co.uk')
    }
    return input
  })
}

/** Lookups can take seconds; organizations must not wait for each other's. */
const checksAtOnceMax = 3

export function createDomainCheck(lookUpTxt: LookUpTxt) {
  const problem = 'other sender domains of the organization are being verified: wait until they are done'
  const limit = limitAtOnce(checksAtOnceMax, problem, 5)
  return (sql: Scoped, actor: ResourceActor, id: number | string): Promise<SenderDomainRow> =>
    limit(String(actor.organizationId), () => check(sql, actor, id, lookUpTxt))
}

async function check(
  sql: Scoped,
  actor: ResourceActor,
  id: number | string,
  lookUpTxt: LookUpTxt,
): Promise<SenderDomainRow> {
  const { organizationId } = actor
  const { domain, token, ...found } = await findResource(sql, organizationId, senderDomains, id)
  const keys = await findProofKeys(sql, organizationId, domain)
  const proof = await findProof(lookUpTxt, actor.organizationId, { domain, token, keys })
  const row = await sql.begin(async (sql) => {
    const result = await recordCheck(sql, organizationId, found.id, proof)
    if (result?.change === 'proven' || result?.change === 'lapsed') {
      await logResource(sql, actor, `sender_domain.${result.change}`, { id: found.id, details: { domain } })
    }
    return findResource(sql, organizationId, senderDomains, found.id)
  })
  if (row.problem !== '') throw invalid(`domain ${domain} could not be verified: ${row.problem}`)
  return row
}
