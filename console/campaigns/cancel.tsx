import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { cancelCampaign } from '../../src/contract/campaigns/endpoints.ts'
import { useChange } from '../app/api.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { campaignWords } from '../words/campaigns.ts'
import type { CampaignStats } from './data.ts'

const words = campaignWords.live

type Props = { id: number; name: string; recipients: CampaignStats['recipients'] | null }

/** Says in people what the cancelling does, because nothing takes it back. */
export function CancelButton({ id, name, recipients }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const cancel = useChange(cancelCampaign, { done: close })
  const { sent = 0, total_is: is = 'exact' } = recipients ?? {}
  const remaining = is === 'exact' ? (recipients?.remaining ?? 0) : null
  return (
    <>
      <Danger onClick={open}>{words.cancel}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.cancelTitle(name)}
        action={words.cancelDo(remaining)}
        act={() => cancel.mutate({ params: { id } })}
        close={close}
        isWorking={cancel.isPending}
        error={cancel.error}
      >
        <Text>{sent === 0 ? words.cancelAll : words.cancelText(sent, remaining)}</Text>
      </Confirm>
    </>
  )
}
