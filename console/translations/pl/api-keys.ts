import { plural } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'Klucze API',
    lead: 'Z kluczem program może działać w imieniu organizacji jako administrator. Daj każdemu programowi własny klucz, aby móc unieważnić jeden bez pozostałych.',
    create: 'Nowy klucz',
    name: 'Nazwa',
    role: 'Dostęp',
    roles: {
      organization_admin: 'Wszystko w tej organizacji',
      system_admin: 'Wszystko na serwerze',
    },
    state: 'Stan',
    states: { active: 'Aktywny', off: 'Wyłączony', expired: 'Wygasł' },
    used: (zone) => `Ostatnie użycie, ${zone}`,
    expires: (zone) => `Wygasa, ${zone}`,
    never: 'nigdy',
    created: 'Utworzono',
    empty: {
      title: 'Nie ma jeszcze kluczy',
      text: 'Klucz jest potrzebny, jeśli program, na przykład sklep, ma dodawać kontakty lub odczytywać raporty. Ludzie logują się na własne konta.',
    },
    new: {
      title: 'Nowy klucz',
      lead: 'Klucz jest pokazywany raz, po utworzeniu.',
      name: 'Nazwa',
      nameHint: 'Program, który będzie go używać, np. „Sklep”.',
      expires: 'Wygasa',
      expiry: { never: 'Nigdy', '30': 'Za 30 dni', '90': 'Za 90 dni', '365': 'Za rok' },
      submit: 'Utwórz klucz',
    },
    secret: {
      title: 'Skopiuj klucz teraz',
      text: 'Nie zostanie pokazany ponownie. Przechowuj go tam, gdzie odczyta go tylko program.',
      label: 'Klucz',
      use: 'Wysyłaj go z każdym wywołaniem',
      done: 'Skopiowane',
    },
    rename: 'Zapisz nazwę',
    switchOff: 'Wyłącz',
    switchOn: 'Włącz',
    rotate: {
      title: 'Wymień klucz',
      text: 'Stara wartość działa jeszcze przez pewien czas, aby można było zmienić ją w każdym programie.',
      overlap: 'Stara wartość działa jeszcze',
      overlaps: {
        '0': 'Wcale',
        '3600': 'Godzinę',
        '86400': 'Dobę',
        '604800': 'Siedem dni',
      },
      submit: 'Utwórz nową wartość',
      running: (until) => `Poprzednia wartość działa do ${until}.`,
    },
    remove: {
      open: 'Usuń klucz…',
      title: (name) => `Usunąć „${name}”?`,
      text: 'Programy, które go używają, natychmiast tracą dostęp. Tej operacji nie można cofnąć.',
      action: 'Usuń klucz',
    },
    assistant: {
      title: 'Połącz asystenta',
      text: 'Programy obsługujące Model Context Protocol mogą pracować z tą organizacją. Utwórz klucz z potrzebnymi uprawnieniami i podaj programowi ten adres oraz klucz. Każda zmiana jest najpierw planowana, a to, co wymaga akceptacji, czeka na człowieka.',
      address: 'Adres',
      settings: 'Ustawienia programu',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => plural(value, { one: '# klucz', few: '# klucze', other: '# kluczy' }),
    usedFrom: 'Ostatnie użycie z adresu',
    scopes: {
      title: 'Co może robić',
      save: 'Zapisz uprawnienia',
      some: 'Tylko to, co tu wybrano',
      someHint: 'Klucz programu powinien pozwalać na to, co program robi, i na nic więcej.',
      scim: 'Zarządzanie przez SCIM',
      scimHint:
        'Dla dostawcy tożsamości, takiego jak Entra lub Okta, który utrzymuje tu użytkowników i grupy.',
      listsHint: 'Pozostałe listy i wszystko, co do nich należy, dla tego klucza nie istnieją.',
    },
  },
}
