import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'Rollen',
    lead: 'Wat gebruikers met een rol mogen. Een wijziging geldt meteen voor iedereen met die rol.',
    create: 'Nieuwe rol',
    name: 'Naam',
    users: 'Gebruikers',
    administrators:
      'Beheerders hebben geen rol nodig: ze kunnen hier alles, en alleen zij wijzigen gebruikers, rollen en sleutels.',
    none: { title: 'Geen rollen', text: 'Elke gebruiker heeft dan eigen rechten.' },
    new: { title: 'Nieuwe rol', submit: 'Rol maken' },
    may: 'Wat de rol toestaat',
    save: 'Rol opslaan',
    count: (users) =>
      `${plural(users, { one: '# gebruiker heeft', other: '# gebruikers hebben' })} deze rol.`,
    remove: {
      open: 'Rol verwijderen…',
      title: (name) => `${name} verwijderen?`,
      text: 'Niemand heeft deze rol. Dit kan niet ongedaan worden gemaakt.',
      action: 'Rol verwijderen',
    },
    resources: {
      webhook: 'Webhooks',
      suppression_list: 'Blokkeerlijsten',
      special_sending_rule: 'Verzendregels',
      brand: 'Merk',
      virtual_mta: 'Routes',
      url_domain: 'Linkdomeinen',
      bounce_email: 'Bounce-adressen',
      dkim_key: 'DKIM-sleutels',
      sender_domain: 'Afzenderdomeinen',
      organization: 'Organisatie',
      job: 'Taken',
      overview: 'Overzicht',
      audit_event: 'Auditlog',
    },
  },
}
