import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { deleteCampaign } from '../../src/contract/campaigns/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useInOrganization } from '../app/places.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { campaignWords } from '../words/campaigns.ts'
import type { Campaign } from './data.ts'

const words = campaignWords.remove

type Deletable = Pick<Campaign, 'id' | 'name' | 'dispatch'>

/** Only what has never been sent: what was sent keeps its report. */
export function DeleteButton({ campaign: { id, name, dispatch } }: { campaign: Deletable }) {
  const may = useMay()
  const at = useInOrganization()
  const [, go] = useLocation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(deleteCampaign, { done: () => go(at('/campaigns')) })
  const state = dispatch?.state ?? 'idle'
  const isUnsent = state === 'idle' || (state === 'cancelled' && dispatch?.started_at === null)
  if (!isUnsent || !may(deleteCampaign)) return null
  return (
    <>
      <Danger onClick={open}>{words.open}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.title(name)}
        action={words.action}
        act={() => remove.mutate({ params: { id } })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.text}</Text>
      </Confirm>
    </>
  )
}
