import { instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/why.ts'
import { statusWords } from '../audience/subscribers.ts'

type Say = typeof en.whyWords.sentence
type Reason = Parameters<Say>[0]

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` am ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : ` bis ${instant(end, zone)}`)
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'nicht aktiv'

const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `Der Mailserver hat sie${on(reason, zone)} angenommen.`,
  bounced: (reason, zone) => `Sie war unzustellbar${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `Ein Mailserver hat sie vorläufig abgelehnt${said(reason)}. Der nächste Versuch wartet${until(reason, zone)}.`,
  uncertain: () =>
    'Ob sie hinausging, ist ungewiss: Die Verbindung oder der Server ist bei der Übergabe ausgefallen.',
  being_sent: () => 'Sie wird gerade übergeben.',
  sending_rule: ({ text }) => `Ausgelassen: ${text ?? 'eine Versandregel'}.`,
  failed: (reason) => `Die Nachricht ließ sich nicht erzeugen${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Wartet auf die richtige Zeit: eine Verzögerung, die Zeitzone der Person oder die Stunden einer Versandregel,${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'Die Kampagne ist noch nicht geplant.'
      : `Die Kampagne beginnt am ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'Diese Person ist noch nicht an der Reihe.'
      : text === 'paused'
        ? 'Der Versand ist angehalten und hat diese Person noch nicht erreicht.'
        : `Diese Person ist noch nicht an der Reihe; der Versand wartet: ${text}.`,
  winner_pending: (reason, zone) =>
    `Diese Person bekommt die beste Version des A/B-Tests; sie wird ${reason.until === null ? 'nach dem Test' : `am ${instant(reason.until, zone)}`} gewählt.`,
  campaign_ended: ({ text }) =>
    text === 'failed' ? 'Die Kampagne ist vorher fehlgeschlagen.' : 'Die Kampagne wurde vorher abgebrochen.',
  joined_later: (reason, zone) =>
    `Diese Person kam erst nach dem Beginn der Kampagne auf die Liste${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `Status der Person: ${stateOf(reason.text)}, ${reason.at === null ? 'zu jener Zeit' : `seit ${instant(reason.at, zone)}`}.`,
  suppressed: (reason, zone) =>
    `Die Adresse stand auf der Sperrliste ${reason.text === null ? 'des Systems' : `„${reason.text}“`}${reason.at === null ? '' : `, seit ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `Diese Person hatte Nachrichten pausiert${until(reason, zone)}.`,
  not_in_segment: () => 'Diese Person war nicht im Segment.',
  not_in_query: () => 'Diese Person war nicht unter den Zeilen der Abfrage.',
  joined_before: (reason, zone) =>
    `Diese Person kam auf die Liste, bevor es den Autoresponder gab${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'Was ihn auslöst, ist für diese Person nicht geschehen.',
  earlier_step: (reason, zone) =>
    `Diese Person wartet auf einen früheren Schritt${reason.text === null ? '' : `, „${reason.text}“,`}${until(reason, zone)}.`,
  step_condition: () =>
    'Diese Person ist über diesen Schritt hinaus: Seine Bedingung oder eine Versandregel gab ihn ihr nicht.',
  sequence_over: () => 'Diese Person ist nicht mehr in der Sequenz.',
  unknown: () => 'Nichts Gespeichertes sagt, warum.',
}

const perhaps: Partial<typeof certainly> = {
  left: (reason, zone) =>
    `Status der Person: ${stateOf(reason.text)}${reason.at === null ? '. Seit wann, ist nicht aufgezeichnet' : `, seit ${instant(reason.at, zone)}, während die Kampagne gesendet wurde`}.`,
  suppressed: (reason, zone) =>
    `Die Adresse steht auf der Sperrliste ${reason.text === null ? 'des Systems' : `„${reason.text}“`}${reason.at === null ? '' : `, seit ${instant(reason.at, zone)}`}. Ob das vorher war, ist nicht aufgezeichnet.`,
  paused: (reason, zone) =>
    `Diese Person pausiert Nachrichten${until(reason, zone)}. Ob das vorher war, ist nicht aufgezeichnet.`,
  not_in_segment: () =>
    'Diese Person ist jetzt nicht im Segment. Ob sie es damals war, ist nicht aufgezeichnet.',
  not_in_query: () => 'Diese Person ist nicht unter den Zeilen, die die Abfrage hatte.',
  not_triggered: () => 'Soweit aufgezeichnet, ist für diese Person nicht geschehen, was ihn auslöst.',
  step_condition: () => 'Diese Person war über seine Stelle hinaus, als er hinzukam.',
  sequence_over: () =>
    'Diese Person ist nicht mehr in der Sequenz: Sie endete für sie durch eine Bedingung, oder jemand nahm sie heraus.',
  unknown: () =>
    'Nichts Gespeichertes sagt, warum. Vielleicht war die Person damals nicht im Segment, oder eine Zeit lang gesperrt oder nicht aktiv.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'Warum jemand sie nicht bekam',
    lead: 'Geben Sie eine Adresse ein, um zu sehen, was aus dieser Kampagne für die Person wurde.',
    address: 'Adresse',
    ask: 'Nachsehen',
    notOnList: (email, list) =>
      `${email} ist jetzt nicht auf der Liste „${list}“. Gelöschte Personen hinterlassen keine Spur davon, warum sie sie nicht bekamen.`,
    person: 'Person öffnen',
    leadAutoresponder:
      'Geben Sie eine Adresse ein, um zu sehen, was aus diesem Autoresponder für die Person wurde.',
    autoresponders: 'Autoresponder',
    ownMessage: 'Erste Nachricht',
    campaigns: 'Kampagnen',
    none: { title: 'Keine Kampagnen', text: 'Es wurde keine Kampagne dieser Liste gesendet.' },
    noAutoresponders: 'Diese Liste hat keine Autoresponder.',
    more: 'Mehr zeigen',
    outcomes: {
      sent: 'Bekommen',
      bounced: 'Unzustellbar',
      waiting: 'Wartet',
      not_sent: 'Nicht bekommen',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
