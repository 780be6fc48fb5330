import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useInOrganization, useZone } from '../app/places.ts'
import { Facts } from '../design/facts.tsx'
import { comma, count, instantWithoutZone } from '../design/figures.ts'
import { messageWords } from '../words/messages.ts'
import type { MessageWithEvents } from './queries.ts'

const words = messageWords.one

export function MessageFacts({ of: message }: { of: MessageWithEvents }) {
  const at = useInOrganization()
  const zone = useZone()
  const link = (path: string, word: string) => (
    <Anchor component={Link} href={at(path)} inherit>
      {word}
    </Anchor>
  )
  const fact = (word: string, value: React.ReactNode) =>
    value === '' || value === null ? [] : [{ word, value }]
  const time = (value: string | null) => value && instantWithoutZone(value, zone)
  const named = (name: string, address: string) => (name === '' ? address : `${name} <${address}>`)
  const isLater = message.send_at > message.created_at
  return (
    <Facts
      of={[
        ...fact(words.to, named(message.to_name, message.to)),
        ...fact(words.sender, named(message.from_name, message.from_email)),
        ...fact(words.replyTo, message.reply_to),
        ...fact(words.stream, link(`/streams/${message.stream_id}`, message.stream)),
        ...fact(
          words.template,
          message.template_id &&
            link(`/message-templates/${message.template_id}`, String(message.template_id)),
        ),
        ...fact(words.tags, message.tags.join(comma)),
        ...fact(words.via, words.viaOf[message.via]),
        ...fact(
          words.repeats,
          message.resent_from_id && link(`/messages/${message.resent_from_id}`, words.repeated),
        ),
        ...fact(words.created, time(message.created_at)),
        ...fact(words.sendAt, isLater ? time(message.send_at) : ''),
        ...fact(words.next, message.state === 'deferred' ? time(message.next_attempt_at) : ''),
        ...fact(words.ended, time(message.ended_at)),
        ...fact(words.attempts, count(message.attempts)),
        ...fact(words.opens, message.track_opens ? count(message.opens) : words.notTracked),
        ...fact(words.clicks, message.track_links ? count(message.clicks) : words.notTracked),
        ...fact(words.messageId, message.message_id),
      ]}
    />
  )
}
