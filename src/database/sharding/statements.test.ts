import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { statementsIn, type Statement } from '../../../test/harness/postgres/source-statements.ts'
import { tenantTables } from './tables.ts'

// On a cluster, a statement that names its organization is one of one shard. What does not is sent to all of them.

const store = fileURLToPath(new URL('../../store/', import.meta.url))

/** By intent: looks of claims, upkeep, log-in, and calls over all organizations. */
const overAll = [
  'autoresponders/reaction-claims.ts dueReactions',
  'autoresponders/reaction-claims.ts findReactionPlace',
  'autoresponders/reaction-outcomes.ts expireLapsed',
  'campaigns/previews.ts claimPreviews',
  'campaigns/previews.ts duePreviews',
  'campaigns/previews.ts purgePreviews',
  'campaigns/ranges/claims.ts deleteLeftRanges',
  'campaigns/ranges/claims.ts dueRanges',
  'campaigns/ranges/claims.ts findSharable',
  'campaigns/sending.ts recordOrphanedBatches',
  'campaigns/system-list.ts findSystemCampaigns',
  'conditions/folded-deliveries.ts findUnfolded',
  'conditions/system-organization.ts ensureSystemOrganization',
  'conditions/system-organization.ts insertOrganization',
  'exports/downloads.ts purgeExportedFile',
  'idempotency.ts purgeIdempotencyKeys',
  'imports/logs.ts purgeImportLogs',
  'imports/undo-rows.ts purgeUndoLogs',
  'imports/uploads.ts purgeUploads',
  'jobs/health.ts queuesOf',
  'jobs/readings.ts findReadings',
  'jobs/readings.ts uncertainCounts',
  'jobs/standing.ts stallRows',
  'jobs/standing.ts waitRows',
  'lists/forms/mails.ts dueMails',
  'lists/forms/mails.ts expireLapsedMails',
  'lists/forms/mails.ts findMailPlace',
  'lists/forms/sign-ups.ts purgeSignUps',
  'lists/forms/sign-ups.ts queueReminders',
  'lists/rows.ts purgeDeletedLists',
  'messages/bodies.ts purgeMessageBodies',
  'messages/claims.ts dueMessages',
  'messages/claims.ts findMessagePlace',
  'messages/old.ts findStreamsWithOldMessages',
  'messages/outcomes.ts expireLapsedMessages',
  'messages/visits.ts purgeMessageHits',
  'organizations/changes.ts insertOrganizationRow',
  'organizations/overview.ts deleteOldCounts',
  'organizations/overview.ts keepCountsOfDay',
  'organizations/search.ts findOrganizationsByWords',
  'plans/rows.ts purgePlans',
  'resources/assets.ts purgeAssets',
  'resources/attachments.ts purgeAttachments',
  'resources/dkim-keys.ts takeDueKeys',
  'resources/log-in-providers.ts findHolders',
  'resources/log-in-providers.ts findOffered',
  'resources/sender-domains.ts takeDueDomains',
  'responses/hits/rows.ts purgeHits',
  'responses/hits/again.ts findJudgedBefore',
  'responses/returned-messages.ts forgetReturnedMessages',
  'responses/returned-messages.ts isBounceEmail',
  'responses/soft-bounces.ts findSoftBouncers',
  'segments/campaign-people.ts keepNextCampaignPeople',
  'segments/import-people.ts keepNextImportPeople',
  'sending-rules/waiting.ts purgeWaiting',
  'server/key-ring.ts findOldestSeal',
  'server/restored-copy.ts confirmIdentities',
  'server/restored-copy.ts holdLateCampaigns',
  'server/spool/objects.ts findUnneeded',
  'server/spool/objects.ts measureObjects',
  'server/spool/rows.ts findOld',
  'server/spool/rows.ts findRemoved',
  'server/spool/unknown.ts findUnknownFiles',
  'subscribers/departures.ts purgeDepartures',
  'subscribers/pauses.ts purgePauses',
  // Within the statement of a list's people.
  'subscribers/rows.ts personWithKey',
  'users/assistant-grants.ts purgeGrants',
  'users/identities.ts findElsewhere',
  'users/log-ins.ts findLogInUser',
  'users/log-ins.ts findResetUsers',
  'users/system-mail-claims.ts claimSystemMails',
  'users/system-mail-claims.ts dueSystemMails',
  'users/system-mails.ts purgeSystemMails',
  'webhooks/deliveries.ts claimWebhook',
  'webhooks/deliveries.ts dueDeliveries',
  'webhooks/events.ts purgeWebhookEvents',
]

/** Fragments whose statements name it, and a statement of such fragments. */
const namedElsewhere = ['imports/undo-restore.ts restoreChanged', 'erasure/traces.ts forgetDeliveries']

/** Of functions with a statement about tables of tenants that names no organization. */
async function fanOuts(folder: string): Promise<string[]> {
  const { sql } = await aDatabase()
  const views = await sql<{ name: string }[]>`
    select viewname as name from pg_views where schemaname = 'public'`
  const tables = [...(await tenantTables(sql)), ...views].map(({ name }) => name)
  const reads = new RegExp(`\\b(from|join|update|into|using)\\s+(${tables.join('|')})\\b`)
  const found = (await statementsIn(folder)).filter(
    (statement) => isStatement(statement) && reads.test(statement.text) && !namesOrganization(statement),
  )
  return [...new Set(found.map(({ place }) => place))].toSorted()
}

function isStatement({ text }: Statement): boolean {
  return /^[^`]*`\s*(--.*\n\s*)*(with|select|insert|update|delete)\b/.test(text)
}

const organization = String.raw`([\w.?]*(organizationId|organization_id|systemOrganizationId|organization\.id)\b(?!\s*\?\?)|id\})`
const namings = [
  new RegExp(String.raw`organization_id\s*=\s*(\d|\$\{\s*${organization})`),
  new RegExp(String.raw`\borganizations\b[^]*\bid\s*=\s*\$\{`),
  // Of a lease (store/jobs/lease.ts, store/server/leases.ts).
  /\$\{(leases\.held|held|heldUndo)\(sql, (claim|\{ \.\.\.due)/,
  new RegExp(String.raw`insert into[^]*(values\s*\(|select)\s*\$\{\s*${organization}`),
]

function namesOrganization({ text, around }: Statement): boolean {
  const isInsertOfRecord =
    /insert into\s+[\w${}() ]+\s*\$\{sql\(/.test(text) && around.includes('organization_id')
  return isInsertOfRecord || namings.some((naming) => naming.test(text))
}

test('a statement of the store names its organization, unless it is over all of them by intent', async () => {
  expect(await fanOuts(store)).toEqual([...overAll, ...namedElsewhere].toSorted())
})

test('a statement that names no organization is noticed, whatever fragments it is made of', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-statements-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = `
    function isActive(sql) { return sql\`active and organization_id = o.id\` }
    function isOwn(sql, organizationId) { return sql\`organization_id = \${organizationId}\` }
    export const findAll = (sql) => sql\`select id from webhooks where \${isActive(sql)}\`
    export const findOwn = (sql, id) => sql\`select id from webhooks where \${isOwn(sql, id)}\`
    export const findOther = (sql) => sql\`select mailbox_hmac from requested_mails\``
  await writeFile(path.join(folder, 'webhooks.ts'), source)
  expect(await fanOuts(folder)).toEqual(['webhooks.ts findAll'])
})

/** `, (select … where x.organization_id = y.organization_id …`: a cluster does not see that both are of one shard. */
async function columnsOfOtherShards(folder: string): Promise<string[]> {
  const column =
    /(\w*)\s*\(\s*select\s(?:(?!\bselect\b)[^])*?\bwhere\s+\w+\.organization_id\s*=\s*\w+\.organization_id/g
  const found = (await statementsIn(folder)).filter(({ text }) =>
    // After `exists`, `in`, `lateral` and the like it is joined, and those are planned together.
    [...text.matchAll(column)].some(([, before]) => before === ''),
  )
  return [...new Set(found.map(({ place }) => place))]
}

test('a sub-select among the columns of a statement names its organization itself, but in a look over all', async () => {
  expect(await columnsOfOtherShards(store)).toEqual(['campaigns/sending.ts recordOrphanedBatches'])
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-statements-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = `
    export const findList = (sql, organizationId) => sql\`
      select l.id, (
        select count(*) from custom_fields f where f.organization_id = l.organization_id and f.mailing_list_id = l.id) as fields
      from mailing_lists l where l.organization_id = \${organizationId}
        and exists (select 1 from subscribers s where s.organization_id = l.organization_id)\``
  await writeFile(path.join(folder, 'lists.ts'), source)
  expect(await columnsOfOtherShards(folder)).toEqual(['lists.ts findList'])
})

/** What a cluster refuses in an `update`, an `insert` or a `do update`, and why. */
const refusals: [string, (text: string) => boolean][] = [
  ['a function that is not immutable in `do update`', (text) => notImmutable.test(changeOf(text, 'do update'))],
  ['a function that is not immutable in `case`', (text) => parts(setOf(text), /case when .*? end/g).some(isNow)],
  ['a function that is not immutable in `coalesce`', (text) => parts(setOf(text), /coalesce\((?:[^()]|\([^()]*\))*\)/g).some(isNow)],
  ['a time of the session’s zone that is computed from a column', (text) => parts(setOf(text), /date_trunc\('[a-z]+', (?:[^()]|\([^()]*\))*\)/g).some(isOfZone)],
  ['an `insert … select` without an answer, which becomes a COPY', (text) => isSilentInsert(text)],
] // oxfmt-ignore

const notImmutable = /\bnow\(\)|clock_timestamp\(\)|random\(\)|nextVersion\(sql\)/

const isNow = (part: string) => notImmutable.test(part)

const isOfZone = (part: string) => !part.includes('now') && !part.includes('at time zone')

/** What is set by an `update` or `do update`. */
const setOf = (text: string) => / update (?:\S+ )?(?:\S+ )?set (?:(?! insert into ).)*/.exec(text)?.[0] ?? ''

function parts(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([part]) => part)
}

/** What follows the words, to the end of the clause. */
function changeOf(text: string, words: string): string {
  const place = text.indexOf(words)
  return place === -1 ? '' : (text.slice(place).split(/ returning | from | -- /)[0] ?? '')
}

/** `on conflict` is no COPY. */
function isSilentInsert(text: string): boolean {
  return (
    /^[^`]*`\s*insert into [^(]*\([^)]*\) select /.test(text) &&
    !/ returning | on conflict | on conflict$/.test(text)
  )
}

/** Their tables have no organization: they are no shards. */
const ofTheServer = ['server/', 'users/log-in-networks.ts']

/** Parts of a statement that answers. */
const partsOnly = ['imports/merge.ts insertSubscribers']

async function refusedByClusters(folder: string): Promise<string[]> {
  const statements = await statementsIn(folder)
  return statements.flatMap(({ place, text }) => {
    if ([...ofTheServer, ...partsOnly].some((start) => place.startsWith(start))) return []
    const line = text.replaceAll(/\s+/g, ' ')
    return refusals.filter(([, isRefused]) => isRefused(line)).map(([what]) => `${place}: ${what}`)
  })
}

test('no statement has what clusters refuse', async () => {
  expect(await refusedByClusters(store)).toEqual([])
})
