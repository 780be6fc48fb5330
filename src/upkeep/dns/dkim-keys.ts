import { checkDkimRecord, recordOfKey } from '../../outbound/names/dkim-record.ts'
import { recordDkimCheck, takeDueKeys, type DueKey } from '../../store/resources/dkim-keys.ts'
import { mailAdministrators } from '../../store/users/system-mails.ts'
import { inBatches, type Duty, type UpkeepEnvironment } from '../duty.ts'

const batchRows = 10

/** Signatures whose record has gone make messages look forged: administrators get a mail, the overview names the key. */
export const dkimKeys: Duty = {
  name: 'DKIM keys',
  everySeconds: 60,
  whileHeld: false,
  run: (env, stop) =>
    inBatches(batchRows, stop, async (rows) => {
      const due = await env.database.everywhere().begin((sql) => takeDueKeys(sql, rows))
      await Promise.all(due.map((key) => check(env, key)))
      return due.length
    }),
}

async function check({ database, lookUpTxt }: UpkeepEnvironment, key: DueKey): Promise<void> {
  const { organization_id: organizationId, id, domain, selector } = key
  const found = await checkDkimRecord(lookUpTxt, organizationId, recordOfKey(key))
  await database.within(organizationId).begin(async (sql) => {
    if (!(await recordDkimCheck(sql, organizationId, id, found))) return
    await mailAdministrators(sql, organizationId, {
      subject: `The DKIM record of ${domain} is no longer right`,
      text: `Quiver signs the messages of ${domain} with the key ${selector}, but receivers cannot check the signatures: ${found.problem}.\n\nRepair the record, or set the key inactive: unsigned messages fare better than wrongly signed ones.\n`,
    })
  })
}
