import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'Role',
    lead: 'Co mogą robić użytkownicy z daną rolą. Zmiana od razu obejmuje wszystkich, którzy ją mają.',
    create: 'Nowa rola',
    name: 'Nazwa',
    users: 'Użytkownicy',
    administrators:
      'Administratorzy nie potrzebują roli: mogą tu wszystko i tylko oni zmieniają użytkowników, role i klucze.',
    none: { title: 'Brak ról', text: 'Każdy użytkownik ma wtedy własne uprawnienia.' },
    new: { title: 'Nowa rola', submit: 'Utwórz rolę' },
    may: 'Na co pozwala',
    save: 'Zapisz rolę',
    count: (users) => `Tę rolę ma ${plural(users, { one: '# użytkownik', other: '# użytkowników' })}.`,
    remove: {
      open: 'Usuń rolę…',
      title: (name) => `Usunąć „${name}”?`,
      text: 'Nikt jej nie ma. Tej operacji nie można cofnąć.',
      action: 'Usuń rolę',
    },
    resources: {
      webhook: 'Webhooki',
      suppression_list: 'Wykluczenia',
      special_sending_rule: 'Reguły wysyłki',
      brand: 'Marka',
      virtual_mta: 'Trasy',
      url_domain: 'Domeny linków',
      bounce_email: 'Adresy zwrotne',
      dkim_key: 'Klucze DKIM',
      sender_domain: 'Domeny nadawcy',
      organization: 'Organizacja',
      job: 'Zadania',
      overview: 'Przegląd',
      audit_event: 'Dziennik audytu',
    },
  },
}
