import MimeNode from 'nodemailer/lib/mime-node'

export type Attachment = {
  filename: string
  content_type: string
  /** In base64. */
  content: string
  /** Of a picture that the HTML shows. null: it is a file. */
  content_id: string | null
}

/** What all messages of a campaign carry is one object, which is written once. */
const known = new WeakMap<Attachment, string>()

export function writeAttachment(attachment: Attachment): string {
  const written = known.get(attachment) ?? write(attachment)
  known.set(attachment, written)
  return written
}

/** A part of a message. The library folds and encodes the name. */
function write({ filename, content_type: type, content, content_id: id }: Attachment): string {
  const node = new MimeNode(type, { rootNode: root, filename })
  node.addHeader('Content-Transfer-Encoding', 'base64')
  node.addHeader('Content-Disposition', id === null ? 'attachment' : 'inline')
  if (id !== null) node.addHeader('Content-Id', `<${id}>`)
  return `${node.buildHeaders()}\r\n\r\n${content.replaceAll(/.{76}(?=.)/g, '$&\r\n')}`
}

/** A node below another one writes no fields that it was not given. */
const root = new MimeNode('multipart/mixed', { newline: 'win' })
