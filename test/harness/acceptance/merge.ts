import { createHash } from 'node:crypto'
import { contents, delivery, campaignName, links, listName, organizationTexts } from './setup.ts'
import type { Person } from './people.ts'

/** The expected messages of the acceptance test, computed without the product. */

type Given = {
  /** null: an address of the seed list. */
  person: Person | null
  address: string
  id: number
  listId: number
  campaignId: number
  zone: string
}

function valuesOf({ person, address, id, listId, campaignId, zone }: Given): Record<string, string> {
  const subscribed = person === null ? null : new Date(person.subscribed)
  const dated = (options: Intl.DateTimeFormatOptions, locale: string) =>
    subscribed === null
      ? ''
      : new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(subscribed)
  return {
    subscriber_id: String(id),
    subscribers_email_address: address,
    emailaddress_md5: createHash('md5').update(address.toLowerCase()).digest('hex'),
    mailing_list_id: String(listId),
    mailing_list_name: listName,
    unsubscribe_token: '[T]',
    unsubscribe_link: '[U]',
    link_to_web_version: '[W]',
    preferences_link: '[P]',
    data_campaign_id: String(campaignId),
    data_campaign_name: campaignName,
    data_current_year: new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric' }).format(),
    data_percent: '%',
    data_from_email: delivery.from_email,
    data_from_name: delivery.from_name,
    data_sender_email: delivery.sender_email,
    data_reply_to_email: delivery.reply_to,
    data_subscribe_date_long: dated({ dateStyle: 'long' }, 'en-US'),
    data_subscribe_date_database: dated({ dateStyle: 'short' }, 'sv-SE'),
    data_subscribe_ip: person?.ip ?? '',
    'api:coupon': '',
    first_name: person?.firstName ?? '',
    score: person === null ? '' : String(person.score),
    vip: person === null ? '' : String(person.vip),
    birthday: person?.birthday ?? '',
  }
}

const encode = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

function fill(template: string, values: Record<string, string>, write: (value: string) => string): string {
  const inUrl = write(encodeURIComponent(values['first_name'] ?? ''))
  return template.replaceAll(/(me\?n=)?%%([\w:]+)%%/g, (whole, url: string | undefined, name: string) => {
    const value = values[name.toLowerCase()]
    if (value === undefined) return whole
    return url === undefined ? write(value) : `${url}${inUrl}`
  })
}

export type Expected = { subject: string; html: string | null; text: string | null }

/** Links that differ for each reader are replaced by marks: `[C0]` and so on, `[O]` the pixel, `[U]`, `[T]`, `[W]`, `[P]`. */
export function expectedMessage(contentName: string, given: Given): Expected {
  const content = contents.find(({ name }) => name === contentName)
  if (content === undefined) throw new Error(`There is no content ${contentName}.`)
  const values = valuesOf(given)
  const plain = (value: string) => value
  const format = given.person?.format ?? ''
  const both = content.format === 'both'
  return {
    subject: fill(content.subject, values, plain).trim(),
    html: both && format !== 'text' ? fill(wrapped(content.html), values, encode) : null,
    text:
      both && format === 'html'
        ? null
        : fill(
            [organizationTexts.text_header, content.text, organizationTexts.text_footer].join('\n'),
            values,
            plain,
          ),
  }
}

/** With header, footer and pixel, and a mark for every tracked link. */
function wrapped(html: string): string {
  let marked = html
    .replace('<body>', `<body>${organizationTexts.html_header}`)
    .replace('</body>', `${organizationTexts.html_footer}[O]</body>`)
  for (const [index, link] of tracked.entries()) {
    marked = marked.replace(`"${link.replaceAll('&', '&amp;')}"`, `"[C${index}]"`)
  }
  return marked
}

/** Links of the content, then that of the footer. */
export const tracked = [...links, 'https://org.example/home']
