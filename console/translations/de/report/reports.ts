import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/reports.ts'
import { people } from '../audience/amounts.ts'

const codes: Record<string, string> = {
  '5.1.0': 'Die Adresse wird nicht angenommen',
  '5.1.1': 'Die Adresse gibt es nicht',
  '5.1.2': 'Die Domain der Adresse gibt es nicht',
  '5.1.3': 'Die Adresse ist ungültig',
  '5.1.6': 'Die Person ist umgezogen',
  '5.1.10': 'Die Domain nimmt keine Mail an',
  '5.2.1': 'Das Postfach ist geschlossen',
  '5.2.2': 'Das Postfach ist voll',
  '5.2.3': 'Die Nachricht ist zu groß für das Postfach',
  '4.2.2': 'Das Postfach ist zurzeit voll',
  '5.3.4': 'Die Nachricht ist zu groß für den Server',
  '5.4.1': 'Kein Server nimmt Mail für die Domain an',
  '5.4.4': 'Die Domain ist nicht erreichbar',
  '5.5.0': 'Der Server hat sie ohne klaren Grund abgelehnt',
  '5.7.0': 'Der Server hat sie nach seinen Regeln abgelehnt',
  '5.7.1': 'Der Server hat sie nach seinen Regeln abgelehnt, oft wegen Spamverdachts',
  '5.7.26': 'Der Absender ist nicht authentifiziert (SPF, DKIM, DMARC)',
  unknown: 'Der Server hat keinen Grund genannt',
}

const times = (value: number) => plural(value, { one: 'einmal', other: '#-mal' })

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'Kampagnen',
    live: 'Versand verfolgen',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'Zeit', funnel: 'Trichter', mail: 'Mail', domains: 'Domains', bounces: 'Bounces' },
    sections: 'Teile des Berichts',
    figures: 'Zahlen der Kampagne',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'Öffnungen und Klicks sind die von Menschen. Es fiel kein Programm auf.'
        : `Öffnungen und Klicks sind die von Menschen. Programme, die jede Nachricht ansehen, öffneten ${plural(opened, { one: '# Nachricht', other: '# Nachrichten' })} (${times(opens)}) und folgten Links in ${count(clicked)} (${times(clicks)}); sie zählen oben nicht mit.`,
    notOpened: (value) =>
      plural(value, { one: '# Person hat sie nicht geöffnet', other: '# Personen haben sie nicht geöffnet' }),
    openedByMachine: (value) => `${people(value)}, deren Nachricht ein Programm geöffnet hat`,
    clickedByMachine: (value) => `${people(value)}, in deren Nachricht ein Programm einem Link folgte`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `Eine Versandregel hat ${people(asked)} ausgelassen.`,
        failed === 0
          ? ''
          : `${people(failed)} ${failed === 1 ? 'bekam' : 'bekamen'} aus einem anderen Grund keine Nachricht, etwa wegen einer Regel, die sich nicht auswerten ließ.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'Ansehen, wer und warum',
    average: (rate) => `${rate} im Durchschnitt`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'Es gibt keine frühere Kampagne der Liste zum Vergleichen.'
        : plural(campaigns, {
            one: 'Der Durchschnitt ist der der Kampagne davor auf der Liste.',
            other: 'Der Durchschnitt ist der der # Kampagnen davor auf der Liste.',
          }),
    summary: {
      subject: (contents) => (contents > 1 ? 'Betreffe' : 'Betreff'),
      noSubject: 'Kein Betreff',
      to: 'Liste',
      segment: (name) => `Segment: ${name}`,
      growth: 'Die Liste seither',
      active: (now) => `${people(now)} zurzeit aktiv. Wie viele es damals waren, ist nicht aufgezeichnet.`,
      grown: (by, now) =>
        by === 0
          ? `So viele aktive Personen wie damals: ${count(now)}.`
          : `${people(Math.abs(by))} ${by > 0 ? 'mehr' : 'weniger'}, ${count(now)} zurzeit aktiv.`,
    },
    ofTaken: 'der zugestellten',
    ofSent: 'der gesendeten',
    tiles: {
      sent: 'Gesendet',
      accepted: 'Zugestellt',
      opened: 'Geöffnet',
      clicked: 'Geklickt',
      bounced: 'Unzustellbar',
      complained: 'Beschwerden',
      unsubscribed: 'Abgemeldet',
    },
    funnel: {
      title: 'Von gesendet bis geklickt',
      caption: (total) => `Jeder Balken ist ein Anteil der ${count(total)} gesendeten Nachrichten.`,
      step: 'Schritt',
      people: 'Personen',
      ofSent: 'Der gesendeten',
      ofBefore: 'Des Schritts davor',
      of: {
        accepted: 'der gesendeten',
        opened: 'der zugestellten',
        clicked: 'der geöffneten',
        unsubscribed: 'der zugestellten',
      },
    },
    time: {
      hour: 'Nach Stunden',
      day: 'Nach Tagen',
      step: 'Länge eines Abschnitts',
      start: (zone) => `Ab, ${zone}`,
      caption: (word, total, zone) => `${word}: ${count(total)} insgesamt. Zeiten in ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `${count(later)} später als gezeigt.` : '',
          undated > 0 ? `${count(undated)} ohne aufgezeichnete Zeit.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'Noch nichts',
        text: 'Die ersten Öffnungen kommen meist wenige Minuten nach den ersten Nachrichten.',
      },
      takenHasNoTime: 'Zugestellte Nachrichten werden nicht nach der Zeit gezählt; siehe „Gesendet“.',
    },
    mail: {
      content: 'Inhalt',
      frame: (name) => `Die Nachricht ${name}, mit einer Nummer an jedem gezählten Link`,
      links: 'Links, am häufigsten geklickte zuerst',
      link: 'Link',
      people: 'Personen',
      share: 'Im Vergleich',
      clicks: 'Klicks',
      same: 'Ein Link, der zweimal in der Nachricht steht, hat eine Nummer und eine Zahl.',
      foreign: 'Bilder auf anderen Servern erscheinen als Kästen.',
      textOnly: 'Dies ist eine Textnachricht; ihre Links werden nicht gezählt.',
      empty: {
        title: 'Keine gezählten Links',
        text: 'Die Nachricht hat keine Links, oder Klicks werden nicht gemessen.',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'Domain',
      caption: (sent) =>
        `Nach der Domain der Empfänger. Anteile von ${plural(sent, { one: '# Nachricht', other: '# Nachrichten' })}.`,
      other: (value) => plural(value, { one: '# andere Domain', other: '# andere Domains' }),
      unknown: (isExact) =>
        isExact
          ? 'Gelöschte Personen und Testadressen'
          : `Nicht gezählt: alle nach den ersten ${count(campaignDomainsPeopleMax)} Personen der Liste`,
      share: 'Anteil der Nachrichten',
      empty: { title: 'Noch nichts', text: 'Niemand wurde angeschrieben.' },
    },
    bounces: {
      caption: (value) =>
        plural(value, {
          one: '# Person hat die Nachricht nicht bekommen.',
          other: '# Personen haben die Nachricht nicht bekommen.',
        }),
      reason: 'Was der Server sagte',
      code: 'Code',
      people: 'Personen',
      share: 'Anteil der Bounces',
      reasonOf: (code) =>
        codes[code] ??
        (code.startsWith('4.') ? 'Vorläufig abgelehnt, bis Quiver aufgab' : 'Dauerhaft abgelehnt'),
      hard: 'Adresse gibt es nicht',
      soft: 'Postfach nicht verfügbar',
      other: 'Nicht wegen der Adresse',
      kinds: 'Bounces nach Art',
      empty: { title: 'Keine Bounces', text: 'Kein Mailserver hat die Nachricht abgelehnt.' },
    },
    table: 'Tabelle',
    chart: 'Diagramm',
    tableHint: 'Taste: T',
    thinned: (run) => `Das Diagramm zeigt den höchsten von je ${count(run)} Punkten; die Datei hat alle.`,
    more: (rest) => plural(rest, { one: 'Mehr zeigen: # Zeile', other: 'Mehr zeigen: # Zeilen' }),
    csv: 'CSV',
    compare: {
      title: 'Kampagnen vergleichen',
      lead: 'Raten sind Anteile der zugestellten Nachrichten; die der Bounces sind Anteile der gesendeten.',
      campaign: 'Kampagne',
      started: (zone) => `Begonnen, ${zone}`,
      empty: {
        title: 'Nichts zu vergleichen',
        text: 'Wählen Sie in der Liste der Kampagnen zwei bis fünf aus.',
      },
      choose: 'Kampagnen wählen',
    },
    sent: {
      title: 'Versandzahlen',
      lead: 'Zugestellte Nachrichten nach dem Tag, an dem sie gesendet wurden.',
      by: 'Nach',
      daily: 'Tag',
      monthly: 'Monat',
      from: 'Von',
      to: 'Bis',
      period: (zone) => `Beginn, ${zone}`,
      sender: 'Kampagne oder Autoresponder',
      messages: 'Nachrichten',
      other: 'Sonstige',
      single: 'Transaktionale Nachrichten',
      caption: (total, zone) =>
        `${plural(total, { one: '# Nachricht', other: '# Nachrichten' })}. Tage in ${zone}.`,
      empty: {
        title: 'Nichts gesendet',
        text: 'In dieser Zeit wurde keine Nachricht gesendet. Wählen Sie eine andere.',
      },
    },
    credits: {
      title: 'Versandguthaben',
      organization: 'Organisation',
      lead: 'Eine Einheit bezahlt eine zugestellte Nachricht.',
      available: 'Verfügbar',
      lifetime: 'Nachrichten insgesamt gesendet',
      balance: 'Guthaben',
      at: (zone) => `Letzte Änderung, ${zone}`,
      change: 'Änderung',
      after: 'Stand',
      what: 'Was',
      who: 'Von',
      kinds: { added: 'Hinzugefügt', removed: 'Entfernt', set: 'Auf den Stand gesetzt', spent: 'Verbraucht' },
      actors: { user: 'Benutzer', api_key: 'API-Schlüssel', system: 'Der Server' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `Verbraucht von „${name}“`,
      empty: {
        title: 'Keine Einträge',
        text: 'In dieser Zeit kam nichts hinzu und wurde nichts verbraucht. Organisationen ohne vorausbezahltes Guthaben haben keine.',
      },
    },
  },
}
