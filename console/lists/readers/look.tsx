import { Stack, Text, Title } from '@mantine/core'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { showBrand, showListBrand, updateListBrand } from '../../../src/contract/resources/brands.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useGuard } from '../../app/reach/guard.ts'
import { useMay } from '../../app/may.ts'
import { useOpenSession } from '../../app/session.tsx'
import { Answered } from '../../design/states.tsx'
import { BrandForm, noBrandRecord } from '../../resources/brand-form.tsx'
import { readerWords } from '../../words/audience/readers.ts'

const words = readerWords.look

type LookProps = { list: MailingList; name: string }

/** The brand of one list, whose empty parts are those of the organization. */
export function ListLook({ list, name }: LookProps) {
  const may = useMay()
  const { organization } = useOpenSession()
  const params = { mailing_list_id: list.id }
  const own = useCall(showListBrand, { params })
  const whole = useCall(showBrand, {}, { enabled: may(showBrand) })
  const save = useChange(updateListBrand, {
    guard: useGuard(`brand of list ${list.id}`, own.data?.data.updated_at),
  })
  const general = whole.data?.data ?? noBrandRecord
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
      </div>
      <Answered of={own}>
        {({ data }) => (
          <BrandForm
            of={data}
            general={{ ...general, name: general.name || organization.name }}
            hint={words.inherited}
            listName={name}
            send={(body, done) => save.mutate({ params, body }, { onSuccess: done })}
            state={save}
          />
        )}
      </Answered>
    </Stack>
  )
}
