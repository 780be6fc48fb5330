import { expect, test } from 'vitest'
import { aDatabase } from '../harness/core/database.ts'

// An integer ends at 2,147,483,647. Ids of people, messages and events, and counts of them, are bigint, which the driver
// reads as numbers up to 2^53 (docs/decisions/093-one-machine-for-long-work.md).

/** Their ids stay small, and rows of people and messages that refer to them too: somebody makes each of them. */
const madeOneByOne = wordsOf(`
  api_keys assets assistant_grants attachments autoresponders campaign_contents campaigns custom_field_options custom_fields
  database_connections dkim_keys key_ring log_in_providers mailing_lists message_streams message_templates organizations scim_groups seed_list_addresses seed_lists
  segments sender_domains sequence_steps set_up_tokens special_sending_rules suppression_lists
  url_domains user_passkeys user_roles users virtual_mtas web_forms webhooks`)

/** Columns of any table, by what they refer to or count. */
const smallEverywhere: Record<string, RegExp> = {
  'refers to a thing that is made one by one':
    /(^|_)(organization|mailing_list|campaign|autoresponder|content|user|role|group|key|segment|segmentation_criteria|form|list|mta|domain|rule|webhook|field|asset|sequence|stream|template|provider|provider_organization|previous|connection|subject|target|grant|to_open|to_send|to_click)_id$/,
  'counts the tries and claims of one piece of work':
    /^(attempts|epoch|taken_epoch|download_failures|count_failures|failures)$/,
  'the number of a process, drawn below 2^31': /^(presence|taken_by)$/,
  'a setting that somebody gives, with a limit':
    /(^|_)(speed|hours|amount|overage|day|days|max|min|time|length|number_of_rows|port|minutes)$/,
  'orders or numbers what is made one by one': /^(position|place|version|consent_version|judge_version)$/,
}

const small: Record<string, string> = {
  'of one person': `
    message_responses.opens message_responses.clicks message_responses.bounces
    message_responses.scomps message_responses.unsubs message_responses.machine_opens
    message_responses.machine_clicks link_clicks.clicks messages.opens messages.clicks messages.machine_opens
    messages.machine_clicks soft_bounces.bounces
    address_changes.requests requested_mails.mails`,
  'of one import: its pieces, of thousands of rows each, and the rows of one': `
    import_logs.range_number import_prune_ranges.number import_ranges.number import_ranges.records
    import_undo_pieces.range_number`,
  'of one query of a remote list: at most REMOTE_ROWS_MAX, 100,000,000': `
    remote_queries.rows_read remote_queries.duplicates remote_queries.invalid_distinct_ids
    remote_queries.invalid_emails remote_queries.left_before remote_queries.suppressed
    remote_queries.too_long remote_recipients.seq_id`,
  'given by a remote list; a larger one is refused, and its row counted': `
    remote_identities.distinct_id remote_recipients.distinct_id`,
  'of one batch of messages': 'sending_batches.reserved',
  'bytes and pixels, with a limit': `
    assets.size_bytes attachments.size_bytes assets.width_px assets.height_px local_messages.size_bytes
    stored_file_chunks.size_bytes`,
  'of one request': `
    webhook_deliveries.duration_ms webhook_deliveries.status idempotency_keys.status plans.people_tolerance_percent`,
  'changes of the storage of one file': 'stored_files.fence',
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

test('an integer counts and numbers only what no amount of people, messages or events makes large', async () => {
  const { sql } = await aDatabase()
  const rows = await sql<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid in ('int4'::regtype, 'int2'::regtype)
    order by 1, 2`
  const known = new Set(Object.values(small).flatMap(wordsOf))
  const unexplained = rows.filter(
    ({ table, column }) =>
      !(column === 'id' && madeOneByOne.includes(table)) &&
      !Object.values(smallEverywhere).some((names) => names.test(column)) &&
      !known.delete(`${table}.${column}`),
  )
  expect(unexplained.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  expect([...known], 'columns that are no longer integers').toEqual([])
})
