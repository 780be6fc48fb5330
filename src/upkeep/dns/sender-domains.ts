import { lapseDays } from '../../contract/resources/sender-domains.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { findProof } from '../../outbound/names/sender-proof.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import {
  findProofKeys,
  recordCheck,
  takeDueDomains,
  type CheckResult,
  type DueDomain,
} from '../../store/resources/sender-domains.ts'
import { mailAdministrators } from '../../store/users/system-mails.ts'
import { inBatches, type Duty, type UpkeepEnvironment } from '../duty.ts'

const batchRows = 10

/** Newly published domains become proven; those without a record lapse. */
export const senderDomains: Duty = {
  name: 'sender domains',
  everySeconds: 60,
  whileHeld: false,
  run: (env, stop) =>
    inBatches(batchRows, stop, async (rows) => {
      const due = await env.database.everywhere().begin((sql) => takeDueDomains(sql, rows))
      await Promise.all(due.map((domain) => check(env, domain)))
      return due.length
    }),
}

async function check({ database, lookUpTxt }: UpkeepEnvironment, due: DueDomain): Promise<void> {
  const { organization_id: organizationId, id, domain } = due
  const sql = database.within(organizationId)
  const keys = await findProofKeys(sql, organizationId, domain)
  const proof = await findProof(lookUpTxt, organizationId, { ...due, keys })
  await sql.begin(async (sql) => {
    const result = await recordCheck(sql, organizationId, id, proof)
    if (result !== null) await report(sql, due, result)
  })
}

async function report(
  sql: Transaction,
  { organization_id: organizationId, id }: DueDomain,
  { domain, change }: CheckResult,
): Promise<void> {
  if (change === 'proven' || change === 'lapsed') {
    const subject = { subject_type: 'SenderDomain', subject_id: id, details: { domain } }
    await insertAuditEvent(sql, organizationId, { kind: `sender_domain.${change}`, ...subject })
  }
  if (change !== 'missing' && change !== 'lapsed') return
  const again = 'GET sender_domains shows the record. Publish it again and verify the domain.'
  await mailAdministrators(
    sql,
    organizationId,
    change === 'missing'
      ? {
          subject: `The DNS record of ${domain} is missing`,
          text: `The record that proves the sender domain ${domain} is no longer in the DNS. If it stays away for ${lapseDays} days, the domain counts as unproven, and others may prove it.\n\n${again}\n`,
        }
      : {
          subject: `The sender domain ${domain} is no longer proven`,
          text: `The record that proves the sender domain ${domain} has been missing for ${lapseDays} days, so the domain counts as unproven: it is open to others again.\n\n${again}\n`,
        },
  )
}
