import type { MessageStream } from '../queries.ts'

export type StreamValues = {
  name: string
  from_name: string
  from_email: string
  reply_to: string
  virtual_mta_id: string
  url_domain_id: string | null
  bounce_email_id: string | null
  track_opens: boolean
  track_links: boolean
  unsubscription: boolean
  body_days: number | string
  paused: boolean
}

export function newStream(): StreamValues {
  return {
    name: '',
    from_name: '',
    from_email: '',
    reply_to: '',
    virtual_mta_id: '0',
    url_domain_id: null,
    bounce_email_id: null,
    track_opens: false,
    track_links: false,
    unsubscription: false,
    body_days: 7,
    paused: false,
  }
}

export function valuesOf({
  id: _i,
  waiting_for: _w,
  updated_at: _u,
  ...stream
}: MessageStream): StreamValues {
  const { virtual_mta_id: mta, url_domain_id: domain } = stream
  return {
    ...stream,
    virtual_mta_id: String(mta ?? 0),
    url_domain_id: domain === null ? null : String(domain),
  }
}
