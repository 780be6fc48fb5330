import { count } from '../design/figures.ts'

export const pictureWords = {
  title: 'Pictures',
  lead: 'Pictures of messages and logos. Everybody who has a message loads them from here.',
  search: 'Search by file name',
  upload: 'Upload a picture',
  empty: {
    title: 'No pictures yet',
    text: 'Upload a picture here, or in the editor of a message.',
  },
  none: 'No picture has such a name.',
  sized: (width: number, height: number, size: string) => `${width} × ${height}, ${size}`,
  added: (at: string) => `Added ${at}`,
  used: (value: number | null | undefined) => {
    if (value === null || value === undefined) return 'Uses were not counted'
    if (value === 0) return 'Not used'
    return value === 1 ? 'Used once' : `Used ${count(value)} times`
  },
  of: (name: string) => `Uses of ${name}`,
  shown: 'Shown by',
  notShown: 'No message, template or logo shows this picture.',
  unknown: 'There are too many messages to search for this picture.',
  copy: 'Copy address',
  copyOf: (name: string) => `Copy address: ${name}`,
  removal: {
    button: 'Delete',
    of: (name: string) => `Delete ${name}`,
    title: (name: string) => `Delete ${name}?`,
    lost: 'These show it and will lose it, even messages that were sent already. This cannot be undone.',
    notUsed: 'No message, template or logo shows it. This cannot be undone.',
    unknown:
      'There are too many messages to search for this picture. Whatever shows it will lose it, even messages that were sent already. This cannot be undone.',
    action: (name: string) => `Delete ${name}`,
  },
  foreign: {
    title: (value: number) =>
      value === 1 ? 'One picture is on another server' : `${count(value)} pictures are on other servers`,
    text: (hosts: string) =>
      `From ${hosts}. If they are moved or deleted there, your messages lose them, even those already sent. That server also sees who opens your messages. The preview does not show them.`,
    copy: (value: number) =>
      value === 1 ? 'Copy it to Quiver' : `Copy the ${count(value)} pictures to Quiver`,
    done: (value: number) =>
      value === 1 ? 'One picture was copied.' : `${count(value)} pictures were copied.`,
    failed: 'These could not be copied:',
  },
}
