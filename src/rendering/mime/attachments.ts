import MimeNode from 'nodemailer/lib/mime-node'

export type Attachment = {
  filename: string
  content_type: string
  /** In base64. */
  content: string
  /** Of a picture that the HTML shows. null: it is a file. */
  content_id: string | null
}

/** A part of a message. The library folds and encodes the name. */
export function writeAttachment({
  filename,
  content_type: type,
  content,
  content_id: id,
}: Attachment): string {
  const node = new MimeNode(type, { rootNode: root, filename })
  node.addHeader('Content-Transfer-Encoding', 'base64')
  node.addHeader('Content-Disposition', id === null ? 'attachment' : 'inline')
  if (id !== null) node.addHeader('Content-Id', `<${id}>`)
  return `${node.buildHeaders()}\r\n\r\n${content.replaceAll(/.{76}(?=.)/g, '$&\r\n')}`
}

/** A node below another one writes no fields that it was not given. */
const root = new MimeNode('multipart/mixed', { newline: 'win' })
