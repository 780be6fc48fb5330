import { Alert, Anchor } from '@mantine/core'
import { Link } from 'wouter'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { useInOrganization } from '../../app/places.ts'
import { formWords as words } from '../../words/audience/forms.ts'

export function NoSender({ list }: { list: Pick<MailingList, 'id' | 'd_from_email'> }) {
  const at = useInOrganization()
  if (list.d_from_email !== '') return null
  return (
    <Alert variant="outline" color="var(--quiver-warning)">
      {words.noSender}{' '}
      <Anchor component={Link} href={at(`/lists/${list.id}/settings`)} inherit>
        {words.toSettings}
      </Anchor>
    </Alert>
  )
}
