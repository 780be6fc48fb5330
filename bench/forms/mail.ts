import { afterPage } from '../../src/contract/lists/forms/page.ts'
import { mailWords } from '../../src/contract/lists/forms/mail.ts'
import { buildSignUpMessage, type SharedLines } from '../../src/rendering/mails/sign-up-mail.ts'

/** The processor's time for the mail of a submission and for the page that answers it. Arguments: how many, default 2,000. */
const count = Number(process.argv[2] ?? 2_000)
const brand = { name: 'Example', color: '#0b5f6b', logo: null, imprint: 'Example Ltd, London' }
const form = { mail_subject: '', mail_text: '', mail_button: '' }
const link = 'https://quiver.example.com/s/1-'
const lines: SharedLines = new Map()

async function mail(place: number) {
  const shown = { kind: 'confirmation', language: 'de', listName: 'News', timeZone: 'Europe/Berlin' } as const
  const sender = {
    from: { name: 'News', email: 'news@example.com' },
    senderEmail: '',
    replyTo: '',
    dkim: null,
  }
  const words = mailWords({ ...shown, form, expiresAt: new Date() })
  const id = String(place).padStart(43, 'x')
  await buildSignUpMessage(
    {
      ...sender,
      to: `p${place}@example.com`,
      returnPath: 'bounce@example.com',
      messageId: `<confirmation-1-${place}@example.com>`,
      date: new Date(),
      language: shown.language,
      words,
      link: link + id,
      brand,
    },
    lines,
  )
}

const page = async (place: number) =>
  void afterPage(
    { language: 'de', brand: { ...brand, imprint_url: '' }, listName: 'News' },
    { kind: 'sent', email: `p${place}@example.com` },
  )

for (const [name, make] of Object.entries({ mail, page })) {
  let best = Infinity
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage()
    for (let place = 0; place < count; place += 1) await make(place)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / count)
  }
  console.log(`${name} ${best.toFixed(1)} µs`)
}
