import { plural } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'API-Schlüssel',
    lead: 'Mit einem Schlüssel handelt ein Programm für die Organisation wie ein Administrator. Geben Sie jedem Programm seinen eigenen, dann können Sie einen ohne die anderen widerrufen.',
    create: 'Neuer Schlüssel',
    name: 'Name',
    role: 'Zugriff',
    roles: {
      organization_admin: 'Alles in dieser Organisation',
      system_admin: 'Alles auf dem Server',
    },
    state: 'Status',
    states: { active: 'Aktiv', off: 'Ausgeschaltet', expired: 'Abgelaufen' },
    used: (zone) => `Zuletzt benutzt, ${zone}`,
    expires: (zone) => `Läuft ab, ${zone}`,
    never: 'nie',
    created: 'Angelegt',
    empty: {
      title: 'Noch keine Schlüssel',
      text: 'Sie brauchen einen, wenn ein Programm, etwa Ihr Shop, Personen hinzufügen oder Berichte lesen soll. Menschen melden sich mit ihrem eigenen Konto an.',
    },
    new: {
      title: 'Neuer Schlüssel',
      lead: 'Der Schlüssel wird einmal angezeigt, nachdem Sie ihn angelegt haben.',
      name: 'Name',
      nameHint: 'Das Programm, das ihn nutzt, etwa „Shop“.',
      expires: 'Läuft ab',
      expiry: { never: 'Nie', '30': 'In 30 Tagen', '90': 'In 90 Tagen', '365': 'In einem Jahr' },
      submit: 'Schlüssel anlegen',
    },
    secret: {
      title: 'Kopieren Sie den Schlüssel jetzt',
      text: 'Er wird nicht noch einmal angezeigt. Bewahren Sie ihn auf, wo nur das Programm ihn lesen kann.',
      label: 'Schlüssel',
      use: 'Senden Sie ihn mit jedem Aufruf',
      done: 'Ich habe ihn kopiert',
    },
    rename: 'Namen speichern',
    switchOff: 'Ausschalten',
    switchOn: 'Einschalten',
    rotate: {
      title: 'Schlüssel ersetzen',
      text: 'Der alte Wert gilt noch eine Weile, damit Sie ihn in jedem Programm ändern können.',
      overlap: 'Der alte Wert gilt noch',
      overlaps: {
        '0': 'Gar nicht',
        '3600': 'Eine Stunde',
        '86400': 'Einen Tag',
        '604800': 'Sieben Tage',
      },
      submit: 'Neuen Wert erzeugen',
      running: (until) => `Der vorige Wert gilt bis ${until}.`,
    },
    remove: {
      open: 'Schlüssel löschen …',
      title: (name) => `„${name}“ löschen?`,
      text: 'Programme, die ihn nutzen, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.',
      action: 'Schlüssel löschen',
    },
    assistant: {
      title: 'Assistenten verbinden',
      text: 'Programme, die das Model Context Protocol sprechen, können mit dieser Organisation arbeiten. Legen Sie einen Schlüssel mit den nötigen Rechten an, und geben Sie dem Programm diese Adresse und den Schlüssel. Jede Änderung wird zuerst geplant, und was eine Freigabe braucht, wartet auf einen Menschen.',
      address: 'Adresse',
      settings: 'Einstellungen des Programms',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => plural(value, { one: '# Schlüssel', other: '# Schlüssel' }),
    usedFrom: 'Zuletzt benutzt von',
    scopes: {
      title: 'Was er darf',
      save: 'Speichern, was er darf',
      some: 'Nur, was hier gewählt ist',
      someHint: 'Der Schlüssel eines Programms sollte können, was das Programm tut, und sonst nichts.',
      scim: 'Bereitstellung per SCIM',
      scimHint: 'Für einen Identitätsanbieter wie Entra oder Okta, der Benutzer und Gruppen hier pflegt.',
      listsHint: 'Alle anderen Listen, und was zu ihnen gehört, gibt es für diesen Schlüssel nicht.',
    },
  },
}
