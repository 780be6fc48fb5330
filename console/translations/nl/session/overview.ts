import { count } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'Overzicht',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'Goedenavond' : hour < 12 ? 'Goedemorgen' : 'Goedemiddag'
      return `${time}, ${name}`
    },
    importFile: 'Bestand importeren',
    writeCampaign: 'Nieuwe campagne',
    now: 'Nu',
    nothingRuns: 'Er loopt niets.',
    jobs: {
      SubscriberImport: 'Import',
      SubscriberImportUndo: 'Terugdraaien van de import',
      SubscriberExport: 'Export van',
      SubscriberBulkChange: 'Bulkwijziging van',
      Campaign: 'Campagne',
    },
    states: { pending: 'begint zo', scheduled: 'begint', active: '', paused: 'gepauzeerd' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} van ${count(total)}`),
    attention: 'Vraagt aandacht',
    calm: 'Niets vraagt je aandacht.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `Het verzenden is gepauzeerd: ${detail}. Een systeembeheerder kan het vrijgeven.`,
        campaign_waits: `${name} wacht: ${detail}.`,
        campaign_failed: `${name} is mislukt. ${detail}`,
        import_failed: `De import van ${importName(name)} is mislukt. ${detail}`,
        sender_domain_unproven: `${name} is nog niet geverifieerd: anderen zouden met dit domein kunnen verzenden.`,
        sender_domain_missing: `Het record dat ${name} verifieert, is uit de DNS verdwenen. Na zeven dagen kunnen anderen het claimen.`,
        autoresponder_waits: `‘${name}’ verstuurt niets en wacht: ${detail}.`,
        webhook_failing: `De webhook ‘${name}’ mislukt: ${detail}. Er volgen nieuwe pogingen.`,
        webhook_off: `De webhook ‘${name}’ is uitgeschakeld na een mislukte poging: ${detail}.`,
        dkim_record_missing: `Ontvangers kunnen de handtekeningen van ${name} niet controleren: ${detail}.`,
      })[kind],
    look: 'Bekijken',
    campaigns: 'Laatste campagnes',
    noCampaigns: 'Er is nog geen campagne verzonden.',
    columns: {
      name: 'Campagne',
      began: 'Begonnen',
      sent: 'Verzonden',
      opened: 'Geopend',
      clicked: 'Geklikt',
      left: 'Uitgeschreven',
    },
    zone: (zone) =>
      `Tijden in ${zone}. Openingen omvatten mailprogramma’s die elk bericht uit zichzelf laden.`,
    growth: 'Groei, 30 dagen',
    growthCaption: 'Actieve contacten van alle lijsten aan het eind van elke dag, UTC',
    growthFile: 'groei.csv',
    day: 'Dag',
    people: (active) => `nu ${count(active)} actief`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'De grafiek begint als er twee dagen te tonen zijn.',
    listColumns: { name: 'Lijst', active: 'Actief', change: 'In 30 dagen' },
    steps: {
      title: 'Eerste stappen',
      done: 'klaar',
      open: 'open',
      list: 'Een lijst maken',
      people: 'Personen toevoegen',
      domain: 'Het domein bewijzen waarvan u verstuurt',
      imprint: 'Zeggen wie verantwoordelijk is, voor de pagina’s van uw lezers',
      campaign: 'De eerste campagne schrijven',
    },
    empty: {
      title: 'Hier is nog niets. Begin met een van deze.',
      importText: 'Contacten worden toegevoegd. Er wordt niets aan hen verzonden.',
      campaignText: 'Een concept totdat je deze verzendt.',
      inviteTitle: 'Iemand uitnodigen',
      inviteText: 'Een collega krijgt een link om een wachtwoord te kiezen.',
    },
    noMail:
      'Er is geen mailserver ingesteld: berichten, ook uitnodigingen, blijven in de lokale mailbox van de server. Stel SMTP_URL in om te verzenden.',
  },
}
