import dynamic from 'next/dynamic';
import { LazyPart } from '@/components/states/part-failed';

// Console screens are never rendered on the server, where antd does not run.

export const LogScreen = dynamic(() => import('./log-screen').then((module) => module.LogScreen), {
  ssr: false,
  loading: LazyPart,
});

export const OperatorsScreen = dynamic(() => import('./operators-screen').then((module) => module.OperatorsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const OverviewScreen = dynamic(() => import('./overview-screen').then((module) => module.OverviewScreen), {
  ssr: false,
  loading: LazyPart,
});

export const SettingsScreen = dynamic(() => import('./settings-screen').then((module) => module.SettingsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const CountriesScreen = dynamic(() => import('./countries-screen').then((module) => module.CountriesScreen), {
  ssr: false,
  loading: LazyPart,
});

export const JobsScreen = dynamic(() => import('./jobs-screen').then((module) => module.JobsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const SitePagesScreen = dynamic(() => import('./site-pages-screen').then((module) => module.SitePagesScreen), {
  ssr: false,
  loading: LazyPart,
});

export const SitePageEditorScreen = dynamic(
  () => import('./site-page-editor-screen').then((module) => module.SitePageEditorScreen),
  {
    ssr: false,
    loading: LazyPart,
  },
);

export const CategoriesScreen = dynamic(() => import('./categories-screen').then((module) => module.CategoriesScreen), {
  ssr: false,
  loading: LazyPart,
});

export const CouponsScreen = dynamic(() => import('./coupons-screen').then((module) => module.CouponsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const AnnouncementsScreen = dynamic(
  () => import('./announcements-screen').then((module) => module.AnnouncementsScreen),
  {
    ssr: false,
    loading: LazyPart,
  },
);

export const ReviewQueueScreen = dynamic(
  () => import('./review-queue-screen').then((module) => module.ReviewQueueScreen),
  {
    ssr: false,
    loading: LazyPart,
  },
);

export const ReviewScreen = dynamic(() => import('./review-screen').then((module) => module.ReviewScreen), {
  ssr: false,
  loading: LazyPart,
});

export const PeopleScreen = dynamic(() => import('./people-screen').then((module) => module.PeopleScreen), {
  ssr: false,
  loading: LazyPart,
});

export const PersonScreen = dynamic(() => import('./person-screen').then((module) => module.PersonScreen), {
  ssr: false,
  loading: LazyPart,
});

export const PayoutsScreen = dynamic(() => import('./payouts-screen').then((module) => module.PayoutsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const RefundsScreen = dynamic(() => import('./refunds-screen').then((module) => module.RefundsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const RefundScreen = dynamic(() => import('./refund-screen').then((module) => module.RefundScreen), {
  ssr: false,
  loading: LazyPart,
});

export const DisputesScreen = dynamic(() => import('./disputes-screen').then((module) => module.DisputesScreen), {
  ssr: false,
  loading: LazyPart,
});

export const OrdersScreen = dynamic(() => import('./orders-screen').then((module) => module.OrdersScreen), {
  ssr: false,
  loading: LazyPart,
});

export const OrderScreen = dynamic(() => import('./order-screen').then((module) => module.OrderScreen), {
  ssr: false,
  loading: LazyPart,
});

export const PaymentsScreen = dynamic(() => import('./payments-screen').then((module) => module.PaymentsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const PaymentScreen = dynamic(() => import('./payment-screen').then((module) => module.PaymentScreen), {
  ssr: false,
  loading: LazyPart,
});

export const ReconciliationScreen = dynamic(
  () => import('./reconciliation-screen').then((module) => module.ReconciliationScreen),
  {
    ssr: false,
    loading: LazyPart,
  },
);

export const FindScreen = dynamic(() => import('./find-screen').then((module) => module.FindScreen), {
  ssr: false,
  loading: LazyPart,
});

export const ReportsScreen = dynamic(() => import('./reports/reports-screen').then((module) => module.ReportsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const ReportScreen = dynamic(() => import('./reports/report-screen').then((module) => module.ReportScreen), {
  ssr: false,
  loading: LazyPart,
});

export const AppealsScreen = dynamic(() => import('./reports/appeals-screen').then((module) => module.AppealsScreen), {
  ssr: false,
  loading: LazyPart,
});

export const AppealScreen = dynamic(() => import('./reports/appeal-screen').then((module) => module.AppealScreen), {
  ssr: false,
  loading: LazyPart,
});

export const ContentsScreen = dynamic(
  () => import('./reports/contents-screen').then((module) => module.ContentsScreen),
  {
    ssr: false,
    loading: LazyPart,
  },
);

export const ContentScreen = dynamic(() => import('./reports/content-screen').then((module) => module.ContentScreen), {
  ssr: false,
  loading: LazyPart,
});
