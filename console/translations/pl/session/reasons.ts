import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: 'brak kredytów wysyłki',
    quota: 'osiągnięto miesięczny limit wiadomości',
    speed: 'limit prędkości',
    mail_server: 'serwer poczty nie odpowiada',
    the_mail_server: 'serwer poczty nie odpowiada',
    message_size: 'wiadomości są większe, niż przyjmuje serwer poczty',
    mail_log_in: 'serwer poczty odrzuca logowanie',
    mail_limit: 'serwer poczty osiągnął swój limit wysyłki',
    retries: 'ponowne próby doręczenia',
    winner: 'wynik testu',
    recipients_again: 'ponowna próba, bo wyszukiwanie odbiorców trwa zbyt długo',
    internal: 'błąd wewnętrzny; szczegóły w dzienniku serwera',
    brake_bounces:
      'zwolnienie hamulca wysyłki: {share} % z ostatnich {number} wiadomości odbiło się trwale, ponad limit {limit} %',
    brake_spam:
      'zwolnienie hamulca wysyłki: {share} % z ostatnich {number} wiadomości zgłoszono jako spam, ponad limit {limit} %',
    bounced_hard: '{share} % z ostatnich {number} wiadomości odbiło się trwale, ponad limit {limit} %',
    called_spam: '{share} % z ostatnich {number} wiadomości zgłoszono jako spam, ponad limit {limit} %',
    list_gone: 'Listę usunięto.',
    no_content: 'Nie ma treści do wysłania.',
    recipients_not_found: 'Nie udało się ustalić odbiorców: {problem}.',
    unsubscribe_missing:
      'Organizacja wymaga linku rezygnacji w każdej wiadomości: dodaj %%unsubscribe_link%% do treści.',
    organization_gone: 'Organizację usunięto.',
    begins_at: 'Początek: {time}.',
    paused_until_resumed: 'Wstrzymana, czeka na wznowienie.',
    quote_never_closes:
      'Cudzysłów otwarty w wierszu {line} (bajt {byte}) nie jest zamknięty. Zamknij go albo wybierz inny znak i zaimportuj ponownie.',
    wrong_bytes:
      'Wiersz {line} (bajt {byte}) nie jest poprawnym {set}. Zapisz plik jako UTF-8 albo wybierz Windows-1252 i zaimportuj ponownie.',
    data_gone: 'Danych tego importu nie ma już na serwerze; utwórz import ponownie.',
    changed_meanwhile:
      'Plik {name} zmienił się podczas importu. Wiersze sprzed zmiany zastosowano; zaimportuj nowy plik.',
    changed_after_preview: 'Plik {name} zmienił się po podglądzie. Nic nie zaimportowano; zrób nowy podgląd.',
    undo_list_gone: 'Listę usunięto podczas cofania importu.',
    import_interrupted:
      'Import przerwano {number} razy bez postępu i zakończył się błędem. Szczegóły w dzienniku serwera, import {id}.',
    undo_interrupted:
      'Cofanie przerwano {number} razy bez postępu i zakończyło się błędem. Zobacz dziennik serwera, import {id}, potem cofnij ponownie: będzie kontynuowane.',
    export_interrupted:
      'Eksport przerwano {number} razy i zakończył się błędem. Zobacz dziennik serwera, eksport {id}, potem utwórz go ponownie.',
    disk_full:
      'Dysk serwera był pełny przy każdej z {number} prób. Zwolnij miejsce w DATA_DIR i utwórz eksport ponownie; gzip zmniejszy plik.',
    change_interrupted:
      'Zmianę przerwano {number} razy bez postępu i zakończyła się błędem. Zobacz dziennik serwera, zmiana {id}, potem utwórz ją ponownie: nikt nie zostanie zmieniony dwa razy.',
    old_excel:
      'To stary plik Excela (.xls) albo skoroszyt z hasłem. Zapisz go jako .xlsx bez hasła lub jako CSV.',
    pdf: 'To plik PDF. Zapisz listę jako CSV lub .xlsx.',
    database_file: 'To baza danych SQLite. Wyeksportuj listę jako CSV.',
    archive: 'To archiwum {kind}. Rozpakuj je albo spakuj listę jako gzip lub zip z jednym plikiem.',
    packed_twice:
      'Plik zawiera inny spakowany plik lub skoroszyt. Spakuj plik CSV albo prześlij sam skoroszyt.',
    gzip_short: 'Plik gzip jest niepełny. Prześlij go ponownie.',
    gzip_damaged: 'Plik gzip jest uszkodzony. Spakuj go ponownie albo prześlij rozpakowany plik.',
    zip_locked: 'Plik zip jest zaszyfrowany. Spakuj go bez hasła.',
    zip_empty: 'Plik zip jest pusty. Umieść w nim listę.',
    zip_several:
      'Plik zip zawiera pliki ({number}), między innymi {one} i {other}. Spakuj tylko listę albo zaimportuj każdy plik osobno.',
    zip_damaged: 'Plik zip jest uszkodzony lub niepełny. Spakuj go i prześlij ponownie.',
    no_workbook: 'To nie jest skoroszyt Excela (.xlsx). Zapisz plik jako .xlsx lub CSV.',
    no_sheet: 'Skoroszyt nie ma arkusza z tabelą.',
    empty_file: 'Plik {name} jest pusty.',
    picture: '{name} to obraz. Wyeksportuj listę jako CSV.',
    no_text: '{name} nie jest plikiem tekstowym. Wyeksportuj listę jako CSV.',
    web_page:
      '{name} to strona internetowa, niezależnie od nazwy. Jeśli pokazuje listę, otwórz ją w Excelu i zapisz jako .xlsx lub CSV; jeśli ją pobrano, link może wymagać zalogowania.',
    json_file: '{name} to JSON. Wyeksportuj listę jako CSV.',
    contacts_file: '{name} to książka adresowa lub kalendarz (vCard). Wyeksportuj kontakty jako CSV.',
    sql_dump: '{name} to zrzut bazy danych w SQL. Wyeksportuj tabelę jako CSV.',
    rtf_file: '{name} to dokument RTF. Zapisz listę jako CSV.',
    no_record:
      'Pod {name} nie ma rekordu TXT. Opublikuj go z pokazaną wartością; nowe rekordy bywają widoczne dopiero po kilku godzinach',
    no_dkim_record:
      'Żaden rekord TXT pod {name} nie jest rekordem DKIM. Opublikuj go z pokazaną wartością; nowe rekordy bywają widoczne dopiero po kilku godzinach',
    several_records:
      '{name} ma rekordy DKIM w liczbie {number}, a odbiorcy mogą wziąć dowolny. Zostaw tylko ten dla tego klucza',
    record_revoked: 'Rekord pod {name} unieważnia klucz: p= jest puste. Zastąp go pokazaną wartością',
    other_key:
      'Rekord pod {name} ma inny klucz. Zastąp go pokazaną wartością albo utwórz klucz z innym selektorem',
    record_cut:
      'Rekord pod {name} jest ucięty po {number} z {all} znaków klucza. Opublikuj długą wartość jako kilka ciągów po najwyżej 255 znaków',
  },
}
