export interface ReportSubscriptionsTable {
  user_id: number;
  client_id: number;
  /** The last month whose report was sent, YYYY-MM. */
  sent_month: string | null;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface ReportsTables {
  report_subscriptions: ReportSubscriptionsTable;
}
