-- Decimal numbers as a type of fields. Their bounds have columns of their own, as a process of a former version reads those
-- of whole numbers as bigint.
alter table custom_fields
  drop constraint custom_fields_field_type_check,
  add constraint custom_fields_field_type_check check (field_type in ('text', 'text_multiline', 'number', 'decimal', 'date',
    'day_of_year', 'select_single_dropdown', 'select_single_radio', 'select_multiple_checkboxes', 'boolean')),
  add column default_decimal numeric,
  add column minimum_decimal numeric,
  add column maximum_decimal numeric;

-- What happens to rows with cells that do not fit, and how many there were: by the number of the column, from 0, their count,
-- whether they can be left empty, and a few examples, which go with the logs. `bad_value_rows`: without another problem.
alter table subscriber_imports
  add column on_bad_value text not null default 'fail_row' check (on_bad_value in ('fail_row', 'leave_empty')),
  add column bad_values jsonb not null default '{}',
  add column bad_value_rows bigint not null default 0;
