drop index subscribers_email;
