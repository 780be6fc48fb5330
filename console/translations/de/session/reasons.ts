import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: 'Versandguthaben fehlt',
    quota: 'die Höchstzahl der Nachrichten dieses Monats ist erreicht',
    speed: 'Höchstgeschwindigkeit',
    mail_server: 'der Mailserver antwortet nicht',
    the_mail_server: 'der Mailserver antwortet nicht',
    message_size: 'die Nachrichten sind größer, als der Mailserver annimmt',
    mail_log_in: 'der Mailserver lehnt die Anmeldung ab',
    mail_limit: 'der Mailserver darf zurzeit nicht mehr senden',
    retries: 'weitere Zustellversuche',
    winner: 'Ergebnis des Tests',
    recipients_again: 'ein neuer Versuch, denn die Suche nach den Empfängern dauert zu lange',
    internal: 'interner Fehler; Näheres steht im Protokoll des Servers',
    brake_bounces:
      'Lösen der Versandbremse: {share} % der letzten {number} Nachrichten waren endgültig unzustellbar, mehr als die Grenze von {limit} %',
    brake_spam:
      'Lösen der Versandbremse: {share} % der letzten {number} Nachrichten wurden als Spam gemeldet, mehr als die Grenze von {limit} %',
    bounced_hard:
      '{share} % der letzten {number} Nachrichten waren endgültig unzustellbar, mehr als die Grenze von {limit} %',
    called_spam:
      '{share} % der letzten {number} Nachrichten wurden als Spam gemeldet, mehr als die Grenze von {limit} %',
    list_gone: 'Die Liste wurde gelöscht.',
    no_content: 'Es gibt keinen Inhalt zum Senden.',
    recipients_not_found: 'Die Empfänger ließen sich nicht bestimmen: {problem}.',
    unsubscribe_missing:
      'Die Organisation verlangt in jeder Nachricht einen Abmeldelink: Fügen Sie %%unsubscribe_link%% in den Inhalt ein.',
    organization_gone: 'Die Organisation wurde gelöscht.',
    begins_at: 'Beginn: {time}.',
    paused_until_resumed: 'Sie ist angehalten und wartet, bis jemand sie fortsetzt.',
    quote_never_closes:
      'Das Anführungszeichen in Zeile {line} (Byte {byte}) wird nie geschlossen. Schließen Sie es oder wählen Sie ein anderes Zeichen, und importieren Sie noch einmal.',
    wrong_bytes:
      'Zeile {line} (Byte {byte}) ist kein gültiges {set}. Speichern Sie die Datei als UTF-8 oder wählen Sie Windows-1252, und importieren Sie noch einmal.',
    data_gone: 'Die Daten dieses Imports sind nicht mehr auf dem Server; legen Sie den Import neu an.',
    changed_meanwhile:
      'Die Datei {name} wurde während des Imports geändert. Die Zeilen bis dahin wurden übernommen; importieren Sie die neue Datei noch einmal.',
    changed_after_preview:
      'Die Datei {name} wurde nach der Vorschau geändert. Nichts wurde importiert; beginnen Sie eine neue Vorschau.',
    undo_list_gone: 'Die Liste wurde gelöscht, während der Import zurückgenommen wurde.',
    import_interrupted:
      'Der Import wurde {number}-mal ohne Fortschritt unterbrochen und ist fehlgeschlagen. Näheres im Protokoll des Servers unter Import {id}.',
    undo_interrupted:
      'Die Rücknahme wurde {number}-mal ohne Fortschritt unterbrochen und ist fehlgeschlagen. Näheres im Protokoll des Servers unter Import {id}; nehmen Sie ihn dann noch einmal zurück: Es geht weiter.',
    export_interrupted:
      'Der Export wurde {number}-mal unterbrochen und ist fehlgeschlagen. Näheres im Protokoll des Servers unter Export {id}; legen Sie ihn dann neu an.',
    disk_full:
      'Die Festplatte des Servers war bei jedem von {number} Versuchen voll. Schaffen Sie Platz in DATA_DIR und legen Sie den Export neu an; mit gzip wird die Datei kleiner.',
    change_interrupted:
      'Die Änderung wurde {number}-mal ohne Fortschritt unterbrochen und ist fehlgeschlagen. Näheres im Protokoll des Servers unter Sammeländerung {id}; legen Sie sie neu an: Wer schon geändert ist, wird nicht noch einmal geändert.',
    old_excel:
      'Die Datei ist eine alte Excel-Datei (.xls) oder hat ein Passwort. Speichern Sie sie als .xlsx ohne Passwort oder als CSV.',
    pdf: 'Die Datei ist ein PDF. Speichern Sie die Liste als CSV oder .xlsx.',
    database_file: 'Die Datei ist eine SQLite-Datenbank. Exportieren Sie die Liste als CSV.',
    archive:
      'Die Datei ist ein {kind}-Archiv. Entpacken Sie es, oder packen Sie die Liste als gzip oder als zip mit einer Datei.',
    packed_twice:
      'Die Datei enthält eine weitere gepackte Datei oder eine Arbeitsmappe. Packen Sie eine CSV-Datei oder laden Sie die Arbeitsmappe selbst hoch.',
    gzip_short: 'Die gzip-Datei ist unvollständig. Laden Sie sie noch einmal hoch.',
    gzip_damaged:
      'Die gzip-Datei ist beschädigt. Packen Sie sie neu oder laden Sie die entpackte Datei hoch.',
    zip_locked: 'Die zip-Datei ist verschlüsselt. Packen Sie sie ohne Passwort.',
    zip_empty: 'Die zip-Datei enthält keine Datei. Legen Sie die Liste hinein.',
    zip_several:
      'Die zip-Datei enthält {number} Dateien, darunter {one} und {other}. Packen Sie nur die Liste, oder importieren Sie jede Datei für sich.',
    zip_damaged:
      'Die zip-Datei ist beschädigt oder unvollständig. Packen Sie sie neu und laden Sie sie noch einmal hoch.',
    no_workbook: 'Die Datei ist keine Excel-Arbeitsmappe (.xlsx). Speichern Sie sie als .xlsx oder CSV.',
    no_sheet: 'Die Arbeitsmappe hat kein Blatt mit einer Tabelle.',
    empty_file: '{name} ist leer.',
    picture: '{name} ist ein Bild. Exportieren Sie die Liste als CSV.',
    no_text: '{name} ist keine Textdatei. Exportieren Sie die Liste als CSV.',
    web_page:
      '{name} ist eine Webseite, gleich wie die Datei heißt. Zeigt sie die Liste, öffnen Sie sie in Excel und speichern Sie sie als .xlsx oder CSV; wurde sie heruntergeladen, verlangt der Link vielleicht eine Anmeldung.',
    json_file: '{name} ist JSON. Exportieren Sie die Liste als CSV.',
    contacts_file:
      '{name} ist ein Adressbuch oder ein Kalender (vCard). Exportieren Sie die Kontakte als CSV.',
    sql_dump: '{name} ist ein SQL-Auszug einer Datenbank. Exportieren Sie die Tabelle als CSV.',
    rtf_file: '{name} ist ein RTF-Dokument. Speichern Sie die Liste als CSV.',
    no_record:
      'Unter {name} gibt es keinen TXT-Eintrag. Veröffentlichen Sie ihn mit dem angezeigten Wert; neue Einträge sind manchmal erst nach Stunden zu sehen',
    no_dkim_record:
      'Kein TXT-Eintrag unter {name} ist ein DKIM-Eintrag. Veröffentlichen Sie ihn mit dem angezeigten Wert; neue Einträge sind manchmal erst nach Stunden zu sehen',
    several_records:
      '{name} hat {number} DKIM-Einträge, und Empfänger nehmen irgendeinen davon. Behalten Sie nur den dieses Schlüssels',
    record_revoked:
      'Der Eintrag unter {name} widerruft den Schlüssel: p= ist leer. Ersetzen Sie ihn durch den angezeigten Wert',
    other_key:
      'Der Eintrag unter {name} hat einen anderen Schlüssel. Ersetzen Sie ihn durch den angezeigten Wert, oder erzeugen Sie einen Schlüssel mit anderem Selektor',
    record_cut:
      'Der Eintrag unter {name} ist nach {number} von {all} Zeichen des Schlüssels abgeschnitten. Veröffentlichen Sie lange Werte als mehrere Teile von höchstens 255 Zeichen',
  },
}
