import { count, plural } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'Panoramica',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'Buonasera' : hour < 12 ? 'Buongiorno' : 'Buon pomeriggio'
      return `${time}, ${name}`
    },
    importFile: 'Importa un file',
    writeCampaign: 'Nuova campagna',
    now: 'Ora',
    nothingRuns: 'Nulla in corso.',
    jobs: {
      SubscriberImport: 'Importazione',
      SubscriberImportUndo: 'Annullamento dell’importazione',
      SubscriberExport: 'Esportazione di',
      SubscriberBulkChange: 'Modifica in blocco di',
      Campaign: 'Campagna',
    },
    states: { pending: 'inizia tra un momento', scheduled: 'inizio', active: '', paused: 'in pausa' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} di ${count(total)}`),
    attention: 'Richiede attenzione',
    calm: 'Nulla richiede la tua attenzione.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `L’invio è in pausa: ${detail}. Un amministratore di sistema può sbloccarlo.`,
        campaign_waits: `${name} attende: ${detail}.`,
        campaign_failed: `${name} non è riuscita. ${detail}`,
        import_failed: `L’importazione di ${importName(name)} non è riuscita. ${detail}`,
        sender_domain_unproven: `${name} non è ancora verificato: altri potrebbero inviare con questo dominio.`,
        sender_domain_missing: `Il record che verifica ${name} è sparito dal DNS. Dopo sette giorni altri possono rivendicarlo.`,
        autoresponder_waits: `«${name}» non invia e attende: ${detail}.`,
        webhook_failing: `Il webhook «${name}» non riesce: ${detail}. Seguiranno altri tentativi.`,
        webhook_off: `Il webhook «${name}» è stato disattivato dopo un tentativo non riuscito: ${detail}.`,
        dkim_record_missing: `I destinatari non possono verificare le firme di ${name}: ${detail}.`,
      })[kind],
    look: 'Vedi',
    campaigns: 'Ultime campagne',
    noCampaigns: 'Nessuna campagna è ancora stata inviata.',
    columns: {
      name: 'Campagna',
      began: 'Inizio',
      sent: 'Inviati',
      opened: 'Aperture',
      clicked: 'Clic',
      left: 'Disiscrizioni',
    },
    zone: (zone) =>
      `Orari di ${zone}. Le aperture comprendono i programmi di posta che caricano da soli ogni messaggio.`,
    growth: 'Crescita, 30 giorni',
    growthCaption: 'Contatti attivi di tutte le liste alla fine di ogni giorno, UTC',
    growthFile: 'crescita.csv',
    day: 'Giorno',
    people: (active) => `${plural(active, { one: '# attivo', other: '# attivi' })} ora`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'Il grafico inizia quando ci sono due giorni da mostrare.',
    listColumns: { name: 'Lista', active: 'Attivi', change: 'In 30 giorni' },
    steps: {
      title: 'Primi passi',
      done: 'fatto',
      open: 'da fare',
      list: 'Creare una lista',
      people: 'Aggiungere persone',
      domain: 'Dimostrare il dominio da cui invia',
      imprint: 'Indicare chi è responsabile, per le pagine dei lettori',
      campaign: 'Scrivere la prima campagna',
    },
    empty: {
      title: 'Qui non c’è ancora nulla. Inizia da una di queste azioni.',
      importText: 'I contatti vengono aggiunti. Non viene inviato loro nulla.',
      campaignText: 'Resta una bozza finché non la invii.',
      inviteTitle: 'Invita qualcuno',
      inviteText: 'Un collega riceve un link per scegliere una password.',
    },
    noMail:
      'Nessun server di posta è configurato: i messaggi, inviti compresi, restano nella casella locale del server. Per inviare, imposta SMTP_URL.',
  },
}
