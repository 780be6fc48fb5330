import { readerOf } from './reader.ts'

/**
 * Why something waits or has failed, and what is wrong with a file or a DNS record, for clients that say it in another
 * language. The first form that fits counts; others are shown as they are.
 */
export const reasonForms = {
  credits: 'sending credits',
  quota: 'sending quota',
  speed: 'the speed limit',
  mail_server: 'a mail server',
  the_mail_server: 'the mail server',
  message_size: 'a mail server that takes messages of this size',
  mail_log_in: 'a mail server that accepts the log-in',
  mail_limit: 'the sending limit of the mail server',
  retries: 'messages to be tried again',
  winner: 'the choice of the winning content',
  recipients_again: 'a retry, because finding its recipients takes too long',
  internal: 'internal error; see the server log',
  brake_bounces:
    'the release of the sending brake: {share} % of the last {#number} messages bounced hard, more than the limit of {limit} %',
  brake_spam:
    'the release of the sending brake: {share} % of the last {#number} messages were called spam, more than the limit of {limit} %',
  bounced_hard: '{share} % of the last {#number} messages bounced hard, more than the limit of {limit} %',
  called_spam: '{share} % of the last {#number} messages were called spam, more than the limit of {limit} %',
  list_gone: 'Its mailing list was deleted.',
  no_content: 'There is no content to send.',
  recipients_not_found: 'The recipients could not be found: {problem}.',
  unsubscribe_missing:
    'The organization requires an unsubscribe link in every message: add %%unsubscribe_link%% to the content.',
  organization_gone: 'The organization was deleted.',
  begins_at: 'It begins at {time}.',
  paused_until_resumed: 'It is paused and waits until somebody resumes it.',
  quote_never_closes:
    'The quote that opens on line {#line} (byte {#byte}) never closes. Close it, or choose another csv_field_enclosure, and import again.',
  wrong_bytes:
    'Line {#line} (byte {#byte}) is not valid {set}. Save the file as UTF-8, or set character_set to windows-1252, and import again.',
  data_gone: 'The data of this import is no longer on the server; create the import again.',
  changed_meanwhile:
    'The file {name} was changed while it was being imported. Rows up to the change were applied; import the new file again.',
  changed_after_preview:
    'The file {name} was changed after its dry run. Nothing was imported; start a new dry run.',
  undo_list_gone: 'The mailing list was deleted while the import was undone.',
  import_interrupted:
    'The import was interrupted {#number} times without progress and has failed. See the server log for import {id}.',
  undo_interrupted:
    'The undo was interrupted {#number} times without progress and has failed. See the server log for import {id}, then undo it again: it continues.',
  export_interrupted:
    'The export was interrupted {#number} times and has failed. See the server log for export {id}, then create the export again.',
  disk_full:
    'The disk of the server was full at each of {#number} attempts. Free space in DATA_DIR, then create the export again; gzip makes its file smaller.',
  change_interrupted:
    'The change was interrupted {#number} times without progress and has failed. See the server log for bulk change {id}, then create it again: who was changed already is not changed twice.',
  old_excel:
    'The file is an old Excel file (.xls) or a workbook with a password; save it as .xlsx without a password, or as CSV.',
  pdf: 'The file is a PDF document; save the list as CSV or .xlsx.',
  database_file: 'The file is an SQLite database; export the list as CSV.',
  archive: 'The file is a {kind} archive. Unpack it, or pack the list as gzip or as a zip with one file.',
  packed_twice:
    'The file contains another packed file or a workbook. Pack a CSV file, or upload the workbook itself.',
  gzip_short: 'The gzip file ends too early. Upload it again.',
  gzip_damaged: 'The gzip file is damaged. Pack it again, or upload the unpacked file.',
  zip_locked: 'The zip file is encrypted. Pack it again without a password.',
  zip_empty: 'The zip file contains no file. Put the list into it.',
  zip_several:
    'The zip file contains {#number} files, {one} and {other} among them. Pack only the list, or import each file on its own.',
  zip_damaged: 'The zip file is damaged or incomplete. Pack and upload it again.',
  no_workbook: 'The file is not an Excel workbook (.xlsx). Save it as .xlsx or CSV.',
  no_sheet: 'The workbook has no sheet with a table.',
  empty_file: '{name} is empty.',
  picture: '{name} is a picture. Export the list as CSV.',
  no_text: '{name} is not a text file: it contains NUL bytes. Export it as CSV.',
  web_page:
    '{name} is a web page, whatever its name is. If it shows the list, open it in Excel and save it as .xlsx or as CSV; if it was downloaded, the link may need a log-in.',
  json_file: '{name} is JSON. Export the list as CSV.',
  contacts_file: '{name} has the form of an address book or a calendar (vCard). Export the contacts as CSV.',
  sql_dump: '{name} is a dump of a database in SQL. Export the table as CSV.',
  rtf_file: '{name} is an RTF document. Save it as CSV.',
  no_record:
    'there is no TXT record at {name}. Publish it with the value of dns_value; new records can take some hours to be seen',
  no_dkim_record:
    'no TXT record is a DKIM record at {name}. Publish it with the value of dns_value; new records can take some hours to be seen',
  several_records:
    '{name} has {#number} DKIM records, and receivers may take any of them. Keep only that of this key',
  record_revoked:
    'the record at {name} revokes the key: its p= is empty. Replace it by the value of dns_value',
  other_key:
    'the record at {name} has another key. Replace it by the value of dns_value, or create a key with another selector',
  record_cut:
    'the record at {name} is cut after {#number} of {#all} characters of the key. Publish a long value as several strings of at most 255 characters',
} as const

export const readReason = readerOf(reasonForms)
