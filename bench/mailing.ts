import type { Sql } from '../src/database/driver/connection.ts'
import { writeJobs } from '../test/harness/sending/campaigns.ts'

/** A newsletter of 6 KB with ten links. */
const article = (number: number) => `
<tr><td style="padding:12px 24px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#333333">
<h2 style="margin:0 0 8px 0;font-size:20px"><a href="https://shop.example.com/articles/${number}">Article ${number}</a></h2>
<p style="margin:0 0 12px 0">${'Good things come in small boxes, and this month there are many of them. '.repeat(4)}</p>
<p style="margin:0"><a href="https://shop.example.com/articles/${number}/buy?from=mail&amp;n=${number}">Read on, %%first_name%%</a></p>
</td></tr>`

export const html = `<!doctype html><html><head><meta charset="utf-8"><title>News</title></head><body>
<table width="600" align="center" cellpadding="0" cellspacing="0">
<tr><td><p>Dear %%first_name%%,</p></td></tr>${[1, 2, 3, 4, 5].map(article).join('')}
</table></body></html>`

export const text = `Dear %%first_name%%,\n\n${'Good things come in small boxes, and this month there are many of them.\n'.repeat(20)}\nGood-bye, %%first_name%%\n`

type Newsletter = { language: 'codes' | 'liquid'; subject: string; html: string; text: string }

const parts = Array.from({ length: 32 }, (_, place) => place + 1)
const bigHtml = (greeting: string, list: string, read: (number: number) => string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>News</title></head><body>
<table width="600" align="center" cellpadding="0" cellspacing="0">
<tr><td><p>Dear ${greeting},</p><ul>${list}</ul></td></tr>${parts
    .map((number) => article(number).replace('Read on, %%first_name%%', () => read(number)))
    .join('')}
</table></body></html>`

/** 25 kB each, and the same message to each reader: one with codes, one with conditions, a loop, filters and defaults. */
export const big: Record<'codes' | 'liquid', Newsletter> = {
  codes: {
    language: 'codes',
    subject: 'News for %%first_name|you%%',
    html: bigHtml(
      '%%first_name|friend%%',
      parts.map((number) => `\n<li>Part ${number} for %%first_name|you%%</li>`).join(''),
      () => 'Read on, %%first_name|friend%%',
    ),
    text,
  },
  liquid: {
    language: 'liquid',
    subject: 'News for {{ person.first_name | default: "you" }}',
    html: bigHtml(
      '{{ person.first_name | default: "friend" }}',
      '{% for number in (1..32) %}\n<li>Part {{ number }} for {{ person.first_name | default: "you" }}</li>{% endfor %}',
      (number) =>
        `{% if person.first_name == "Nobody ${number}" %}Read on, whoever you are{% elsif person.first_name %}Read on, {{ person.first_name | strip }}{% else %}Read on, friend{% endif %}`,
    ),
    text: text.replaceAll('%%first_name%%', () => '{{ person.first_name | default: "friend" }}'),
  },
}

const small: Newsletter = { language: 'codes', subject: 'News for %%first_name%%', html, text }

/** Organization 2, with list 1, its field 1 `first_name`, its segment 1 of everybody, and so many active subscribers. */
export async function prepareRecipients(sql: Sql, recipients: number): Promise<void> {
  await sql`insert into organizations (id, name) values (2, 'Acme')`
  await sql`insert into mailing_lists (organization_id, id, name) values (2, 1, 'News')`
  await sql`insert into custom_fields (organization_id, id, mailing_list_id, name, field_type) values (2, 1, 1, 'first_name', 'text')`
  await sql`insert into segments (organization_id, id, mailing_list_id, clauses) values (2, 1, 1, '[]')`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, custom_fields)
    select 2, 1, 'person' || n || '@example.com', jsonb_build_object('1', 'Person ' || n)
    from generate_series(1, ${recipients}::integer) n`
  await sql`insert into subscriber_counts (organization_id, mailing_list_id, active) values (2, 1, ${recipients})`
  await sql`vacuum analyze subscribers`
}

type Audience = { organizationId: number; listId: number; segmentId: number }

/** A campaign with the newsletter, due at once, from the bounce address 1 of the organization. @returns its id */
export async function scheduleCampaign(
  sql: Sql,
  { organizationId, listId, segmentId }: Audience,
  { ruleId = null, newsletter = small }: { ruleId?: number | null; newsletter?: Newsletter } = {},
): Promise<number> {
  const [campaign] = await sql<[{ id: number }]>`
    insert into campaigns (organization_id, mailing_list_id, name, has_dispatch, begins_at, from_email, from_name,
      segmentation_criteria_id, bounce_email_user_id, bounce_email_domain_id, special_sending_rule_id)
    values (${organizationId}, ${listId}, 'News', true, now(), 'news@example.com', 'Acme', ${segmentId}, 1, 1, ${ruleId})
    returning id`
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, language, subject, format, html, text)
    values (${organizationId}, ${campaign.id}, 0, ${newsletter.language}, ${newsletter.subject}, 'both',
      ${newsletter.html}, ${newsletter.text})`
  await sql`update campaigns set state = 'scheduled' where id = ${campaign.id}`
  await writeJobs(sql, campaign.id)
  await sql`select pg_notify('jobs', 'Campaign')`
  return campaign.id
}
