import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { cancelMessage, resendMessage } from '../../src/contract/messages/endpoints.ts'
import { mayBecome } from '../../src/contract/messages/states.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization } from '../app/places.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { messageWords } from '../words/messages.ts'
import type { MessageWithEvents } from './queries.ts'

const words = messageWords.one

type Props = { of: MessageWithEvents }

export function Cancel({ of: { id, state, to } }: Props) {
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure(false)
  const cancel = useChange(cancelMessage, { done: close })
  const isOffered = mayBecome[state].includes('cancelled') && may(cancelMessage)
  return (
    <>
      {isOffered && <Danger onClick={open}>{words.cancel.open}</Danger>}
      <Confirm
        isOpen={isOpen}
        title={words.cancel.title}
        action={words.cancel.action}
        act={() => cancel.mutate({ params: { id } })}
        close={close}
        isWorking={cancel.isPending}
        error={cancel.error}
      >
        <Text>{words.cancel.text(to)}</Text>
      </Confirm>
    </>
  )
}

/** An uncertain one itself; of any other that has ended a copy, whose page opens. */
export function Resend({ of: { id, state, to, has_body: hasBody } }: Props) {
  const may = useMay()
  const at = useInOrganization()
  const [, go] = useLocation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const resend = useChange(resendMessage, {
    done: ({ id: sentId }) => {
      close()
      if (sentId !== id) go(at(`/messages/${sentId}`))
    },
  })
  const hasEnded = !['queued', 'sending', 'deferred'].includes(state)
  return (
    <>
      {hasEnded && hasBody && may(resendMessage) && (
        <Button variant="default" onClick={open}>
          {words.resend.open}
        </Button>
      )}
      <Confirm
        isOpen={isOpen}
        title={words.resend.title}
        action={words.resend.action}
        act={() => resend.mutate({ params: { id } })}
        close={close}
        isWorking={resend.isPending}
        error={resend.error}
      >
        <Text>{state === 'uncertain' ? words.resend.same(to) : words.resend.copy(to)}</Text>
      </Confirm>
    </>
  )
}
