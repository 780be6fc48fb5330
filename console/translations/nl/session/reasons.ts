import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: 'verzendtegoed is op',
    quota: 'de berichtenlimiet van deze maand is bereikt',
    speed: 'snelheidslimiet',
    mail_server: 'de mailserver reageert niet',
    the_mail_server: 'de mailserver reageert niet',
    message_size: 'de berichten zijn groter dan de mailserver aanneemt',
    mail_log_in: 'de mailserver weigert het inloggen',
    mail_limit: 'de mailserver zit aan zijn verzendlimiet',
    retries: 'nieuwe bezorgpogingen',
    winner: 'resultaat van de test',
    recipients_again: 'een nieuwe poging, want het zoeken van de ontvangers duurt te lang',
    internal: 'interne fout; zie het logboek van de server',
    brake_bounces:
      'vrijgave van de verzendrem: {share} % van de laatste {number} berichten is definitief geweigerd, meer dan de limiet van {limit} %',
    brake_spam:
      'vrijgave van de verzendrem: {share} % van de laatste {number} berichten is als spam gemeld, meer dan de limiet van {limit} %',
    bounced_hard:
      '{share} % van de laatste {number} berichten is definitief geweigerd, meer dan de limiet van {limit} %',
    called_spam:
      '{share} % van de laatste {number} berichten is als spam gemeld, meer dan de limiet van {limit} %',
    list_gone: 'De lijst is verwijderd.',
    no_content: 'Er is geen inhoud om te verzenden.',
    recipients_not_found: 'De ontvangers konden niet worden bepaald: {problem}.',
    unsubscribe_missing:
      'De organisatie eist in elk bericht een afmeldlink: voeg %%unsubscribe_link%% toe aan de inhoud.',
    organization_gone: 'De organisatie is verwijderd.',
    begins_at: 'Begint op {time}.',
    paused_until_resumed: 'Gepauzeerd tot iemand het hervat.',
    quote_never_closes:
      'Het aanhalingsteken op regel {line} (byte {byte}) wordt nooit gesloten. Sluit het of kies een ander teken en importeer opnieuw.',
    wrong_bytes:
      'Regel {line} (byte {byte}) is geen geldig {set}. Sla het bestand op als UTF-8 of kies Windows-1252 en importeer opnieuw.',
    data_gone: 'De gegevens van deze import staan niet meer op de server; maak de import opnieuw.',
    changed_meanwhile:
      'Het bestand {name} is tijdens het importeren gewijzigd. De rijen tot dan toe zijn verwerkt; importeer het nieuwe bestand.',
    changed_after_preview:
      'Het bestand {name} is na het voorbeeld gewijzigd. Er is niets geïmporteerd; maak een nieuw voorbeeld.',
    undo_list_gone: 'De lijst is verwijderd terwijl de import ongedaan werd gemaakt.',
    import_interrupted:
      'De import is {number} keer zonder voortgang onderbroken en mislukt. Zie het logboek van de server bij import {id}.',
    undo_interrupted:
      'Het ongedaan maken is {number} keer zonder voortgang onderbroken en mislukt. Zie het logboek van de server bij import {id} en probeer het opnieuw: het gaat verder.',
    export_interrupted:
      'De export is {number} keer onderbroken en mislukt. Zie het logboek van de server bij export {id} en maak de export opnieuw.',
    disk_full:
      'De schijf van de server was bij elk van de {number} pogingen vol. Maak ruimte in DATA_DIR en maak de export opnieuw; met gzip wordt het bestand kleiner.',
    change_interrupted:
      'De wijziging is {number} keer zonder voortgang onderbroken en mislukt. Zie het logboek van de server bij wijziging {id} en maak haar opnieuw: niemand wordt twee keer gewijzigd.',
    old_excel:
      'Het bestand is een oud Excel-bestand (.xls) of heeft een wachtwoord. Sla het op als .xlsx zonder wachtwoord of als CSV.',
    pdf: 'Het bestand is een pdf. Sla de lijst op als CSV of .xlsx.',
    database_file: 'Het bestand is een SQLite-database. Exporteer de lijst als CSV.',
    archive:
      'Het bestand is een {kind}-archief. Pak het uit, of pak de lijst in als gzip of als zip met één bestand.',
    packed_twice:
      'Het bestand bevat nog een ingepakt bestand of een werkmap. Pak een CSV-bestand in, of upload de werkmap zelf.',
    gzip_short: 'Het gzip-bestand is onvolledig. Upload het opnieuw.',
    gzip_damaged: 'Het gzip-bestand is beschadigd. Pak het opnieuw in of upload het uitgepakte bestand.',
    zip_locked: 'Het zip-bestand is versleuteld. Pak het opnieuw in zonder wachtwoord.',
    zip_empty: 'Het zip-bestand bevat geen bestand. Zet de lijst erin.',
    zip_several:
      'Het zip-bestand bevat {number} bestanden, waaronder {one} en {other}. Pak alleen de lijst in, of importeer elk bestand apart.',
    zip_damaged: 'Het zip-bestand is beschadigd of onvolledig. Pak het opnieuw in en upload het opnieuw.',
    no_workbook: 'Het bestand is geen Excel-werkmap (.xlsx). Sla het op als .xlsx of CSV.',
    no_sheet: 'De werkmap heeft geen blad met een tabel.',
    empty_file: '{name} is leeg.',
    picture: '{name} is een afbeelding. Exporteer de lijst als CSV.',
    no_text: '{name} is geen tekstbestand. Exporteer de lijst als CSV.',
    web_page:
      '{name} is een webpagina, hoe het bestand ook heet. Toont ze de lijst, open haar dan in Excel en sla haar op als .xlsx of CSV; is ze gedownload, dan vraagt de link misschien om in te loggen.',
    json_file: '{name} is JSON. Exporteer de lijst als CSV.',
    contacts_file: '{name} is een adresboek of agenda (vCard). Exporteer de contacten als CSV.',
    sql_dump: '{name} is een SQL-dump van een database. Exporteer de tabel als CSV.',
    rtf_file: '{name} is een RTF-document. Sla de lijst op als CSV.',
    no_record:
      'Er is geen TXT-record op {name}. Publiceer het met de getoonde waarde; nieuwe records zijn soms pas na uren te zien',
    no_dkim_record:
      'Geen TXT-record op {name} is een DKIM-record. Publiceer het met de getoonde waarde; nieuwe records zijn soms pas na uren te zien',
    several_records:
      '{name} heeft {number} DKIM-records, en ontvangers kunnen elk daarvan nemen. Houd alleen dat van deze sleutel',
    record_revoked:
      'Het record op {name} trekt de sleutel in: p= is leeg. Vervang het door de getoonde waarde',
    other_key:
      'Het record op {name} heeft een andere sleutel. Vervang het door de getoonde waarde, of maak een sleutel met een andere selector',
    record_cut:
      'Het record op {name} is afgekapt na {number} van {all} tekens van de sleutel. Publiceer een lange waarde als meerdere stukken van hoogstens 255 tekens',
  },
}
